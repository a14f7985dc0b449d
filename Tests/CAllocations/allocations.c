#define _GNU_SOURCE
#include "allocations.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static __thread int is_watched;
static __thread long count;

void tritone_watch_begin(void) {
  count = 0;
  is_watched = 1;
}

long tritone_watch_end(void) {
  is_watched = 0;
  return count;
}

void *malloc(size_t size) {
  if (is_watched) count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  if (is_watched) count++;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  if (is_watched) count++;
  return __libc_realloc(old, size);
}

void free(void *memory) {
  if (is_watched && memory) count++;
  __libc_free(memory);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*lock)(pthread_mutex_t *);
  // A data race on the same value is harmless: every thread finds the same function.
  if (!lock) lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  if (is_watched) count++;
  return lock(mutex);
}
