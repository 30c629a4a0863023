//go:build cgo && !nolibav

#ifndef HANDSET_AV_LOAD_H
#define HANDSET_AV_LOAD_H

/*
 * The libraries are loaded when they are first needed: together with what they depend on they are more than a hundred
 * files, which would cost every command of the program its start. Include this after the libraries' own headers.
 */

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <turbojpeg.h>

#define HS_UTIL(X) \
	X(av_log_set_level) X(av_strerror) X(av_malloc) X(av_mallocz) X(av_free) X(av_freep) \
	X(av_frame_alloc) X(av_frame_free) X(av_frame_clone) \
	X(av_image_get_buffer_size) X(av_image_copy_to_buffer) X(av_image_fill_arrays) X(av_image_get_linesize) \
	X(av_pix_fmt_desc_get) X(av_pix_fmt_count_planes)
#define HS_CODEC(X) \
	X(avcodec_find_decoder_by_name) X(avcodec_alloc_context3) X(avcodec_free_context) X(avcodec_open2) \
	X(avcodec_send_packet) X(avcodec_receive_frame) \
	X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(av_packet_rescale_ts) X(av_new_packet)
#define HS_SCALE(X) \
	X(sws_getContext) X(sws_getCoefficients) X(sws_setColorspaceDetails) X(sws_scale) X(sws_freeContext)
#define HS_FORMAT(X) \
	X(avformat_alloc_output_context2) X(avformat_free_context) X(avformat_new_stream) X(avformat_write_header) \
	X(avio_alloc_context) X(avio_context_free) X(avio_flush) X(av_write_frame) X(av_write_trailer)
#define HS_JPEG(X) X(tjBufSize) X(tjInitCompress) X(tjCompress2) X(tjDestroy)
#define HS_ALL(X) HS_UTIL(X) HS_CODEC(X) HS_SCALE(X) HS_FORMAT(X) HS_JPEG(X)

#define HS_FIELD(name) __typeof__(&name) name;
struct hs_functions {
	HS_ALL(HS_FIELD)
};

extern struct hs_functions hs_lib;

/* Each returns NULL, or why the library cannot be used. Not to be called by two threads at once. */
const char *hs_load_video(void);  /* libavutil, libavcodec, libswscale */
const char *hs_load_format(void); /* libavformat; after hs_load_video */
const char *hs_load_jpeg(void);   /* libturbojpeg */

#ifndef HS_LOADER
#define av_log_set_level hs_lib.av_log_set_level
#define av_strerror hs_lib.av_strerror
#define av_malloc hs_lib.av_malloc
#define av_mallocz hs_lib.av_mallocz
#define av_free hs_lib.av_free
#define av_freep hs_lib.av_freep
#define av_frame_alloc hs_lib.av_frame_alloc
#define av_frame_free hs_lib.av_frame_free
#define av_frame_clone hs_lib.av_frame_clone
#define av_image_get_buffer_size hs_lib.av_image_get_buffer_size
#define av_image_copy_to_buffer hs_lib.av_image_copy_to_buffer
#define av_image_fill_arrays hs_lib.av_image_fill_arrays
#define av_image_get_linesize hs_lib.av_image_get_linesize
#define av_pix_fmt_desc_get hs_lib.av_pix_fmt_desc_get
#define av_pix_fmt_count_planes hs_lib.av_pix_fmt_count_planes
#define avcodec_find_decoder_by_name hs_lib.avcodec_find_decoder_by_name
#define avcodec_alloc_context3 hs_lib.avcodec_alloc_context3
#define avcodec_free_context hs_lib.avcodec_free_context
#define avcodec_open2 hs_lib.avcodec_open2
#define avcodec_send_packet hs_lib.avcodec_send_packet
#define avcodec_receive_frame hs_lib.avcodec_receive_frame
#define av_packet_alloc hs_lib.av_packet_alloc
#define av_packet_free hs_lib.av_packet_free
#define av_packet_unref hs_lib.av_packet_unref
#define av_packet_rescale_ts hs_lib.av_packet_rescale_ts
#define av_new_packet hs_lib.av_new_packet
#define sws_getContext hs_lib.sws_getContext
#define sws_getCoefficients hs_lib.sws_getCoefficients
#define sws_setColorspaceDetails hs_lib.sws_setColorspaceDetails
#define sws_scale hs_lib.sws_scale
#define sws_freeContext hs_lib.sws_freeContext
#define avformat_alloc_output_context2 hs_lib.avformat_alloc_output_context2
#define avformat_free_context hs_lib.avformat_free_context
#define avformat_new_stream hs_lib.avformat_new_stream
#define avformat_write_header hs_lib.avformat_write_header
#define avio_alloc_context hs_lib.avio_alloc_context
#define avio_context_free hs_lib.avio_context_free
#define avio_flush hs_lib.avio_flush
#define av_write_frame hs_lib.av_write_frame
#define av_write_trailer hs_lib.av_write_trailer
#define tjBufSize hs_lib.tjBufSize
#define tjInitCompress hs_lib.tjInitCompress
#define tjCompress2 hs_lib.tjCompress2
#define tjDestroy hs_lib.tjDestroy
#endif

#endif
