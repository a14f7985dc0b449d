// FFmpeg, whose libraries are loaded when the first of their functions is called, and what Swift
// cannot import of it (macros and variadic functions) as inline functions.
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

// Loads the libraries now, if they are not loaded yet; NULL, or why they cannot be. Without them
// every function does nothing and fails.
const char *tritone_load_ffmpeg(void);

static inline int tritone_averror(int posix_error) { return AVERROR(posix_error); }
static inline int tritone_averror_eof(void) { return AVERROR_EOF; }
static inline int tritone_averror_exit(void) { return AVERROR_EXIT; }
static inline int64_t tritone_no_pts(void) { return AV_NOPTS_VALUE; }

#endif
