//go:build cgo && !nolibav

#ifndef HANDSET_AV_SHIM_H
#define HANDSET_AV_SHIM_H

#include <stdint.h>
#include <libavcodec/avcodec.h>
#include <libavutil/frame.h>
#include <libswscale/swscale.h>

/* What Go knows of a frame. */
typedef struct {
	int width, height;
	int format;   /* AVPixelFormat, never one of the deprecated YUVJ formats */
	int full;     /* full range */
	int matrix;   /* AVColorSpace, never unspecified */
	int damaged;  /* the decoder flagged errors */
	int64_t pts;
} hs_info;

typedef struct hs_decoder hs_decoder;

void hs_quiet(void);
int hs_decoder_new(const char *name, hs_decoder **out);
void hs_decoder_free(hs_decoder *d);
int hs_decode(hs_decoder *d, const uint8_t *head, int head_len, const uint8_t *data, int len,
	int64_t pts, int key, AVFrame **out, hs_info *info);

AVFrame *hs_frame_clone(const AVFrame *f);
void hs_frame_free(AVFrame *f);
int hs_packed_size(const hs_info *info);
int hs_pack(const AVFrame *f, const hs_info *info, uint8_t *dst, int size);

/* A source is a frame, or, when f is NULL, planes packed by hs_pack. */
int hs_equal(const AVFrame *f, const uint8_t *buf, const AVFrame *f2, const uint8_t *buf2, const hs_info *info);
struct SwsContext *hs_scaler_new(const hs_info *info, int rgba, int width, int height);
void hs_scaler_free(struct SwsContext *s);
int hs_scale(struct SwsContext *s, const AVFrame *f, const uint8_t *buf, const hs_info *info, uint8_t *dst, int stride);

int hs_jpeg_size(int width, int height, unsigned long *size);
int hs_jpeg(const uint8_t *rgba, int width, int stride, int height, int quality, uint8_t *dst, unsigned long *size);

int hs_error(int code, char *text, int size);

#endif
