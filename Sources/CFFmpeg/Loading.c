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
    [swscale] = FILE_NAME("swscale", LIBSWSCALE_VERSION_MAJOR),
};

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static void *libraries[tritone_library_count];
static char fault[512];
static char scaling_fault[512];

static void *load_library(int library, char *reason, size_t size) {
  void *loaded = dlopen(files[library], RTLD_LAZY | RTLD_LOCAL);
  if (loaded) return loaded;
  const char *message = dlerror();
  snprintf(reason, size, "%s", message ? message : files[library]);
  return NULL;
}

// Loads all libraries for sound or none: with some of them, failures would be obscure.
static void load(void) {
  void *loaded[swscale];
  for (int i = 0; i < swscale; i++) {
    loaded[i] = load_library(i, fault, sizeof fault);
    if (!loaded[i]) return;
  }
  for (int i = 0; i < swscale; i++) libraries[i] = loaded[i];
  libraries[swscale] = load_library(swscale, scaling_fault, sizeof scaling_fault);
  // FFmpeg's messages would overwrite the screen.
  void (*set_level)(int) = (void (*)(int))dlsym(loaded[avutil], "av_log_set_level");
  if (set_level) set_level(AV_LOG_QUIET);
}

void *tritone_ffmpeg_function(enum tritone_library library, const char *name) {
  if (tritone_load_ffmpeg()) return NULL;
  return libraries[library] ? dlsym(libraries[library], name) : NULL;
}

const char *tritone_load_ffmpeg(void) {
  pthread_once(&loading, load);
  return fault[0] ? fault : NULL;
}

const char *tritone_load_ffmpeg_pictures(void) {
  const char *reason = tritone_load_ffmpeg();
  if (reason) return reason;
  return scaling_fault[0] ? scaling_fault : NULL;
}
