// FFmpeg, whose libraries are loaded on the first call, and inline functions for macros and
// variadic functions, which Swift cannot import.
#ifndef TRITONE_CFFMPEG_H
#define TRITONE_CFFMPEG_H

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/log.h>
#include <libavutil/md5.h>
#include <libavutil/opt.h>
#include <libavutil/tx.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Loads the libraries unless loaded; returns NULL, or the reason of a failure. Without them every
// function fails without effect.
const char *tritone_load_ffmpeg(void);

// Loads them and libswscale, which only pictures need.
const char *tritone_load_ffmpeg_pictures(void);

// Flags for shrinking: the mean of the pixels that a new one covers, colours at full resolution.
static inline int tritone_sws_area(void) {
  return SWS_AREA | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT;
}

// Takes the source's values as ones of the full range.
static inline void tritone_sws_set_full_range(struct SwsContext *context) {
  const int *coefficients = sws_getCoefficients(SWS_CS_DEFAULT);
  if (coefficients)
    sws_setColorspaceDetails(context, coefficients, 1, coefficients, 1, 0, 1 << 16, 1 << 16);
}

// Scales a whole frame; returns the height of the result, or an error.
static inline int tritone_sws_scale_frame(
    struct SwsContext *context, const AVFrame *frame, uint8_t *const *planes, const int *strides) {
  return sws_scale(
      context, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes,
      strides);
}

static inline int tritone_averror(int posix_error) { return AVERROR(posix_error); }
static inline int tritone_averror_eof(void) { return AVERROR_EOF; }
static inline int tritone_averror_exit(void) { return AVERROR_EXIT; }
static inline int64_t tritone_no_pts(void) { return AV_NOPTS_VALUE; }

#endif
