// What Swift cannot import of FFmpeg (macros and variadic functions) as inline functions.
#ifndef TRITONE_CFFMPEG_SHIM_H
#define TRITONE_CFFMPEG_SHIM_H

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

static inline int tritone_averror(int posix_error) { return AVERROR(posix_error); }
static inline int tritone_averror_eof(void) { return AVERROR_EOF; }
static inline int tritone_averror_exit(void) { return AVERROR_EXIT; }
static inline int tritone_averror_invaliddata(void) { return AVERROR_INVALIDDATA; }
static inline int64_t tritone_no_pts(void) { return AV_NOPTS_VALUE; }

#endif
