#include "Loading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The libraries' versions are those of the headers: others have other structures.
#define FILE_NAME(name, version) "lib" name ".so." AV_STRINGIFY(version)

static const char *const files[tritone_library_count] = {
    [avutil] = FILE_NAME("avutil", LIBAVUTIL_VERSION_MAJOR),
    [avcodec] = FILE_NAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
    [avformat] = FILE_NAME("avformat", LIBAVFORMAT_VERSION_MAJOR),
    [swresample] = FILE_NAME("swresample", LIBSWRESAMPLE_VERSION_MAJOR),
};

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static void *libraries[tritone_library_count];
static char fault[512];

// Loads all libraries or none: with some of them, failures would be obscure.
static void load(void) {
  void *loaded[tritone_library_count];
  for (int i = 0; i < tritone_library_count; i++) {
    loaded[i] = dlopen(files[i], RTLD_LAZY | RTLD_LOCAL);
    if (loaded[i]) continue;
    const char *reason = dlerror();
    snprintf(fault, sizeof fault, "%s", reason ? reason : files[i]);
    return;
  }
  for (int i = 0; i < tritone_library_count; i++) libraries[i] = loaded[i];
  // FFmpeg's messages would overwrite the screen.
  void (*set_level)(int) = (void (*)(int))dlsym(loaded[avutil], "av_log_set_level");
  if (set_level) set_level(AV_LOG_QUIET);
}

void *tritone_ffmpeg_function(enum tritone_library library, const char *name) {
  if (tritone_load_ffmpeg()) return NULL;
  return dlsym(libraries[library], name);
}

const char *tritone_load_ffmpeg(void) {
  pthread_once(&loading, load);
  return fault[0] ? fault : NULL;
}
