//go:build cgo && !nolibav

#ifndef HANDSET_AV_MUX_H
#define HANDSET_AV_MUX_H

#include <stdint.h>

typedef struct hs_muxer hs_muxer;

/* id is what the Go callbacks are called with. Timestamps are microseconds. */
/* head is that of an Opus stream; without one there is no sound. */
int hs_muxer_new(uintptr_t id, const char *codec, int width, int height, const uint8_t *config, int config_len, const uint8_t *head, int head_len,
	hs_muxer **out);
/* track 0 is the pictures, 1 the sound. */
int hs_muxer_write(hs_muxer *m, int track, const uint8_t *data, int len, int64_t pts, int64_t duration, int key);
int hs_muxer_finish(hs_muxer *m);
void hs_muxer_free(hs_muxer *m);

#endif
