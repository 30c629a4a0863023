//go:build cgo && !nolibav

#include "mux.h"

#include <string.h>
#include "load.h"

struct hs_muxer {
	AVFormatContext *format;
	AVIOContext *io;
	AVPacket *pkt;
};

static const AVRational microseconds = {1, 1000000};

/* In muxer.go. */
extern int handsetMuxWrite(uintptr_t id, uint8_t *data, int len);
extern int64_t handsetMuxSeek(uintptr_t id, int64_t offset, int whence);

/* The data became const in libavformat 61. */
#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_cb(void *id, const uint8_t *data, int len)
#else
static int write_cb(void *id, uint8_t *data, int len)
#endif
{
	return handsetMuxWrite((uintptr_t)id, (uint8_t *)data, len);
}

static int64_t seek_cb(void *id, int64_t offset, int whence)
{
	whence &= ~AVSEEK_FORCE;
	if (whence == AVSEEK_SIZE)
		return AVERROR(ENOSYS);
	return handsetMuxSeek((uintptr_t)id, offset, whence);
}

static enum AVCodecID codec_id(const char *codec)
{
	if (!strcmp(codec, "h264"))
		return AV_CODEC_ID_H264;
	if (!strcmp(codec, "h265"))
		return AV_CODEC_ID_HEVC;
	if (!strcmp(codec, "av1"))
		return AV_CODEC_ID_AV1;
	return AV_CODEC_ID_NONE;
}

static int add_stream(hs_muxer *m, const char *codec, int width, int height, const uint8_t *config, int config_len)
{
	AVStream *stream = avformat_new_stream(m->format, NULL);

	if (!stream)
		return AVERROR(ENOMEM);
	stream->time_base = microseconds;
	stream->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
	stream->codecpar->codec_id = codec_id(codec);
	stream->codecpar->width = width;
	stream->codecpar->height = height;
	if (stream->codecpar->codec_id == AV_CODEC_ID_NONE)
		return AVERROR(EINVAL);
	if (config_len > 0) {
		stream->codecpar->extradata = av_mallocz(config_len + AV_INPUT_BUFFER_PADDING_SIZE);
		if (!stream->codecpar->extradata)
			return AVERROR(ENOMEM);
		memcpy(stream->codecpar->extradata, config, config_len);
		stream->codecpar->extradata_size = config_len;
	}
	return 0;
}

static int add_opus(hs_muxer *m, const uint8_t *head, int head_len)
{
	AVStream *stream = avformat_new_stream(m->format, NULL);
	AVCodecParameters *par;

	if (!stream)
		return AVERROR(ENOMEM);
	par = stream->codecpar;
	par->codec_type = AVMEDIA_TYPE_AUDIO;
	par->codec_id = AV_CODEC_ID_OPUS;
	par->sample_rate = 48000;
	par->frame_size = 960;
#if LIBAVCODEC_VERSION_MAJOR >= 60
	par->ch_layout.order = AV_CHANNEL_ORDER_UNSPEC;
	par->ch_layout.nb_channels = head[9];
#else
	par->channels = head[9];
#endif
	stream->time_base = (AVRational){1, 48000};
	par->extradata = av_mallocz(head_len + AV_INPUT_BUFFER_PADDING_SIZE);
	if (!par->extradata)
		return AVERROR(ENOMEM);
	memcpy(par->extradata, head, head_len);
	par->extradata_size = head_len;
	return 0;
}

int hs_muxer_new(uintptr_t id, const char *codec, int width, int height, const uint8_t *config, int config_len, const uint8_t *head, int head_len,
	hs_muxer **out)
{
	const int buffer_size = 1 << 16;
	hs_muxer *m = av_mallocz(sizeof *m);
	uint8_t *buffer = NULL;
	int err = AVERROR(ENOMEM);

	*out = NULL;
	if (!m)
		return err;
	err = avformat_alloc_output_context2(&m->format, NULL, "mp4", NULL);
	if (err < 0)
		goto fail;
	err = AVERROR(ENOMEM);
	m->pkt = av_packet_alloc();
	buffer = av_malloc(buffer_size);
	if (!m->pkt || !buffer)
		goto fail;
	m->io = avio_alloc_context(buffer, buffer_size, 1, (void *)id, NULL, write_cb, seek_cb);
	if (!m->io)
		goto fail;
	buffer = NULL;
	m->format->pb = m->io;
	m->format->flags |= AVFMT_FLAG_CUSTOM_IO;
	err = add_stream(m, codec, width, height, config, config_len);
	if (err >= 0 && head_len > 0)
		err = add_opus(m, head, head_len);
	if (err < 0)
		goto fail;
	err = avformat_write_header(m->format, NULL);
	if (err < 0)
		goto fail;
	*out = m;
	return 0;
fail:
	av_free(buffer);
	hs_muxer_free(m);
	return err;
}

int hs_muxer_write(hs_muxer *m, int track, const uint8_t *data, int len, int64_t pts, int64_t duration, int key)
{
	int err = av_new_packet(m->pkt, len);

	if (err < 0)
		return err;
	memcpy(m->pkt->data, data, len);
	m->pkt->pts = m->pkt->dts = pts;
	m->pkt->duration = duration;
	m->pkt->stream_index = track;
	if (key)
		m->pkt->flags |= AV_PKT_FLAG_KEY;
	av_packet_rescale_ts(m->pkt, microseconds, m->format->streams[track]->time_base);
	err = av_write_frame(m->format, m->pkt);
	av_packet_unref(m->pkt);
	if (err >= 0 && m->io->error < 0)
		err = m->io->error;
	return err;
}

int hs_muxer_finish(hs_muxer *m)
{
	int err = av_write_trailer(m->format);

	avio_flush(m->io);
	if (err >= 0 && m->io->error < 0)
		err = m->io->error;
	return err;
}

void hs_muxer_free(hs_muxer *m)
{
	if (!m)
		return;
	if (m->io)
		av_freep(&m->io->buffer);
	avio_context_free(&m->io);
	av_packet_free(&m->pkt);
	avformat_free_context(m->format);
	av_free(m);
}
