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

// Loads the libraries unless loaded; returns NULL, or the reason of a failure. Without them every
// function fails without effect.
const char *tritone_load_ffmpeg(void);

static inline int tritone_averror(int posix_error) { return AVERROR(posix_error); }
static inline int tritone_averror_eof(void) { return AVERROR_EOF; }
static inline int tritone_averror_exit(void) { return AVERROR_EXIT; }
static inline int64_t tritone_no_pts(void) { return AV_NOPTS_VALUE; }

#endif
