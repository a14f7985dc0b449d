// Lazy loading of library functions: FFmpeg's dependencies, some hundred libraries, take longer to
// load than all else before the first frame.
#ifndef TRITONE_CFFMPEG_LOADING_H
#define TRITONE_CFFMPEG_LOADING_H

#include <stdatomic.h>

#include "include/CFFmpeg.h"

// Hides our functions, so that the libraries call each other and not us.
#define HIDDEN __attribute__((visibility("hidden")))

// The last one is optional.
enum tritone_library { avutil, avcodec, avformat, swresample, swscale, tritone_library_count };

// A function of a library; NULL if the library or the function is missing.
HIDDEN void *tritone_ffmpeg_function(enum tritone_library library, const char *name);

#define TRITONE_REAL(library, name)                                \
  static _Atomic(void *) cached;                                    \
  void *real = atomic_load_explicit(&cached, memory_order_acquire); \
  if (!real) {                                                     \
    real = tritone_ffmpeg_function(library, #name);                \
    atomic_store_explicit(&cached, real, memory_order_release);     \
  }

// A function with its result type, its result without the library, parameters and arguments.
#define LAZY(library, result, name, none, parameters, arguments) \
  HIDDEN result name parameters {                                \
    TRITONE_REAL(library, name)                                  \
    return real ? ((__typeof__(&name))real)arguments : none;     \
  }

#define LAZY_VOID(library, name, parameters, arguments) \
  HIDDEN void name parameters {                         \
    TRITONE_REAL(library, name)                         \
    if (real) ((__typeof__(&name))real)arguments;       \
  }

#endif
