//go:build cgo && !nolibav

#include "shim.h"

#include <string.h>
#include "load.h"

struct hs_decoder {
	AVCodecContext *ctx;
	AVPacket *pkt;
};

/* Decoders print to stderr by default. */
void hs_quiet(void) { av_log_set_level(AV_LOG_QUIET); }

int hs_error(int code, char *text, int size) { return av_strerror(code, text, size); }

int hs_decoder_new(const char *name, hs_decoder **out)
{
	const AVCodec *codec = avcodec_find_decoder_by_name(name);
	hs_decoder *d;
	int err = AVERROR(ENOMEM);

	*out = NULL;
	if (!codec)
		return AVERROR_DECODER_NOT_FOUND;
	d = av_mallocz(sizeof *d);
	if (!d)
		return err;
	d->ctx = avcodec_alloc_context3(codec);
	d->pkt = av_packet_alloc();
	if (!d->ctx || !d->pkt)
		goto fail;
	/* One thread and low delay: a second thread would hold frames back. */
	d->ctx->flags |= AV_CODEC_FLAG_LOW_DELAY;
	d->ctx->thread_count = 1;
	err = avcodec_open2(d->ctx, codec, NULL);
	if (err < 0)
		goto fail;
	*out = d;
	return 0;
fail:
	hs_decoder_free(d);
	return err;
}

void hs_decoder_free(hs_decoder *d)
{
	if (!d)
		return;
	avcodec_free_context(&d->ctx);
	av_packet_free(&d->pkt);
	av_free(d);
}

/* Full range is said in two ways: by the range, and by a family of deprecated formats. */
static int plain_format(int format, int *full)
{
	switch (format) {
	case AV_PIX_FMT_YUVJ420P: *full = 1; return AV_PIX_FMT_YUV420P;
	case AV_PIX_FMT_YUVJ422P: *full = 1; return AV_PIX_FMT_YUV422P;
	case AV_PIX_FMT_YUVJ444P: *full = 1; return AV_PIX_FMT_YUV444P;
	case AV_PIX_FMT_YUVJ440P: *full = 1; return AV_PIX_FMT_YUV440P;
	}
	return format;
}

static void describe(const AVFrame *f, hs_info *info)
{
	info->width = f->width;
	info->height = f->height;
	info->full = f->color_range == AVCOL_RANGE_JPEG;
	info->format = plain_format(f->format, &info->full);
	info->matrix = f->colorspace == AVCOL_SPC_UNSPECIFIED ? AVCOL_SPC_BT709 : f->colorspace;
	info->damaged = f->decode_error_flags != 0 || (f->flags & AV_FRAME_FLAG_CORRUPT) != 0;
	info->pts = f->pts;
}

/* Keeps the newest frame that is ready in *out. */
static int receive(hs_decoder *d, AVFrame **out)
{
	for (;;) {
		AVFrame *f = av_frame_alloc();
		int err;
		if (!f)
			return AVERROR(ENOMEM);
		err = avcodec_receive_frame(d->ctx, f);
		if (err < 0) {
			av_frame_free(&f);
			return err == AVERROR(EAGAIN) || err == AVERROR_EOF ? 0 : err;
		}
		av_frame_free(out);
		*out = f;
	}
}

/* An error and a frame may both come out of one packet. */
int hs_decode(hs_decoder *d, const uint8_t *head, int head_len, const uint8_t *data, int len,
	int64_t pts, int key, AVFrame **out, hs_info *info)
{
	int err, err2;

	*out = NULL;
	err = av_new_packet(d->pkt, head_len + len);
	if (err < 0)
		return err;
	if (head_len > 0)
		memcpy(d->pkt->data, head, head_len);
	memcpy(d->pkt->data + head_len, data, len);
	d->pkt->pts = d->pkt->dts = pts;
	if (key)
		d->pkt->flags |= AV_PKT_FLAG_KEY;
	err = avcodec_send_packet(d->ctx, d->pkt);
	av_packet_unref(d->pkt);
	err2 = receive(d, out);
	if (*out)
		describe(*out, info);
	return err < 0 ? err : err2;
}

AVFrame *hs_frame_clone(const AVFrame *f) { return av_frame_clone(f); }

void hs_frame_free(AVFrame *f) { av_frame_free(&f); }

int hs_packed_size(const hs_info *info)
{
	return av_image_get_buffer_size(info->format, info->width, info->height, 32);
}

int hs_pack(const AVFrame *f, const hs_info *info, uint8_t *dst, int size)
{
	return av_image_copy_to_buffer(dst, size, (const uint8_t *const *)f->data, f->linesize,
		info->format, info->width, info->height, 32);
}

typedef struct {
	uint8_t *data[4];
	int linesize[4];
} planes;

static int view(const AVFrame *f, const uint8_t *buf, const hs_info *info, planes *p)
{
	if (!f)
		return av_image_fill_arrays(p->data, p->linesize, buf, info->format, info->width, info->height, 32);
	memcpy(p->data, f->data, sizeof p->data);
	memcpy(p->linesize, f->linesize, sizeof p->linesize);
	return 0;
}

int hs_equal(const AVFrame *f, const uint8_t *buf, const AVFrame *f2, const uint8_t *buf2, const hs_info *info)
{
	const AVPixFmtDescriptor *desc = av_pix_fmt_desc_get(info->format);
	planes a, b;
	int plane, y;

	if (!desc || view(f, buf, info, &a) < 0 || view(f2, buf2, info, &b) < 0)
		return 0;
	for (plane = 0; plane < av_pix_fmt_count_planes(info->format); plane++) {
		int chroma = plane == 1 || plane == 2;
		int rows = chroma ? AV_CEIL_RSHIFT(info->height, desc->log2_chroma_h) : info->height;
		int bytes = av_image_get_linesize(info->format, info->width, plane);
		for (y = 0; y < rows; y++)
			if (memcmp(a.data[plane] + (ptrdiff_t)y * a.linesize[plane],
					b.data[plane] + (ptrdiff_t)y * b.linesize[plane], bytes))
				return 0;
	}
	return 1;
}

/* Without ACCURATE_RND and FULL_CHR_H_INT the unscaled conversion is 18 times faster and within 3 levels of exact. */
struct SwsContext *hs_scaler_new(const hs_info *info, int rgba, int width, int height)
{
	int scaled = width != info->width || height != info->height;
	struct SwsContext *s = sws_getContext(info->width, info->height, info->format, width, height,
		rgba ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24, scaled ? SWS_AREA : SWS_BICUBIC, NULL, NULL, NULL);
	const int *in = sws_getCoefficients(info->matrix);

	if (s)
		sws_setColorspaceDetails(s, in, info->full, sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16, 1 << 16);
	return s;
}

void hs_scaler_free(struct SwsContext *s) { sws_freeContext(s); }

int hs_scale(struct SwsContext *s, const AVFrame *f, const uint8_t *buf, const hs_info *info, uint8_t *dst, int stride)
{
	uint8_t *out[4] = {dst};
	int strides[4] = {stride};
	planes p;
	int err = view(f, buf, info, &p);

	if (err < 0)
		return err;
	err = sws_scale(s, (const uint8_t *const *)p.data, p.linesize, 0, info->height, out, strides);
	return err < 0 ? err : 0;
}

int hs_jpeg_size(int width, int height, unsigned long *size)
{
	*size = tjBufSize(width, height, TJSAMP_420);
	return *size == (unsigned long)-1 ? -1 : 0;
}

int hs_jpeg(const uint8_t *rgba, int width, int stride, int height, int quality, uint8_t *dst, unsigned long *size)
{
	tjhandle h = tjInitCompress();
	int err;

	if (!h)
		return -1;
	err = tjCompress2(h, rgba, width, stride, height, TJPF_RGBX, &dst, size, TJSAMP_420, quality, TJFLAG_NOREALLOC);
	tjDestroy(h);
	return err;
}
