// libcurl and its thirty libraries are loaded at the first request, so that the start of the program
// does not wait for them.
#define CURL_DISABLE_DEPRECATION
#include "include/CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdatomic.h>
#include <string.h>

// Calls need the real prototypes, which typecheck-gcc.h hides behind macros.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(DO)    \
  DO(curl_easy_cleanup)  \
  DO(curl_easy_getinfo)  \
  DO(curl_easy_init)     \
  DO(curl_easy_setopt)   \
  DO(curl_global_init)   \
  DO(curl_multi_add_handle) \
  DO(curl_multi_cleanup) \
  DO(curl_multi_info_read) \
  DO(curl_multi_init)    \
  DO(curl_multi_perform) \
  DO(curl_multi_poll)    \
  DO(curl_multi_remove_handle) \
  DO(curl_multi_setopt)  \
  DO(curl_multi_wakeup)  \
  DO(curl_slist_append)  \
  DO(curl_slist_free_all) \
  DO(curl_version_info)

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } curl;

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static atomic_bool is_loaded;
static char fault[512];

static void load(void) {
  // Debian's name for GnuTLS is another one, with the same functions.
  static const char *const files[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof files / sizeof *files; i++) {
    library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    if (library || fault[0]) continue;
    const char *message = dlerror();
    snprintf(fault, sizeof fault, "%s", message ? message : files[i]);
  }
  if (!library) return;
  fault[0] = 0;
#define LOOK_UP(name)                                                          \
  curl.name = (__typeof__(curl.name))dlsym(library, #name);                    \
  if (!curl.name) snprintf(fault, sizeof fault, "libcurl is too old: no " #name);
  FUNCTIONS(LOOK_UP)
  if (!fault[0] && curl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    snprintf(fault, sizeof fault, "libcurl cannot be initialised");
  if (!fault[0]) atomic_store(&is_loaded, true);
}

const char *tritone_load_curl(void) {
  pthread_once(&loading, load);
  return fault[0] ? fault : NULL;
}

bool tritone_curl_is_loaded(void) { return atomic_load(&is_loaded); }

const char *tritone_curl_certificates(void) {
  if (tritone_load_curl()) return NULL;
  const curl_version_info_data *version = curl.curl_version_info(CURLVERSION_NOW);
  return version->age >= CURLVERSION_SEVENTH ? version->cainfo : NULL;
}

CURL *tritone_curl_new(void) { return tritone_load_curl() ? NULL : curl.curl_easy_init(); }

void tritone_curl_free(CURL *handle) {
  if (handle) curl.curl_easy_cleanup(handle);
}

CURLcode tritone_curl_set_long(CURL *handle, CURLoption option, long value) {
  return handle ? curl.curl_easy_setopt(handle, option, value) : CURLE_FAILED_INIT;
}

CURLcode tritone_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return handle ? curl.curl_easy_setopt(handle, option, value) : CURLE_FAILED_INIT;
}

CURLcode tritone_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return handle ? curl.curl_easy_setopt(handle, option, value) : CURLE_FAILED_INIT;
}

CURLcode tritone_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
  if (!handle) return CURLE_FAILED_INIT;
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl.curl_easy_setopt(handle, option, &blob);
}

CURLcode tritone_curl_set_body(CURL *handle, const void *bytes, size_t count) {
  if (!handle) return CURLE_FAILED_INIT;
  CURLcode code =
      curl.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  if (code != CURLE_OK) return code;
  return curl.curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, count ? bytes : "");
}

CURLcode tritone_curl_set_headers(CURL *handle, struct curl_slist *list) {
  return handle ? curl.curl_easy_setopt(handle, CURLOPT_HTTPHEADER, list) : CURLE_FAILED_INIT;
}

CURLcode tritone_curl_set_error_buffer(CURL *handle, char *bytes) {
  return handle ? curl.curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, bytes) : CURLE_FAILED_INIT;
}

CURLcode tritone_curl_set_protocols(CURL *handle) {
  if (!handle) return CURLE_FAILED_INIT;
#if LIBCURL_VERSION_NUM >= 0x075500
  if (curl.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK)
    return CURLE_OK;
#endif
  // Before 7.85.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return curl.curl_easy_setopt(
      handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#pragma GCC diagnostic pop
}

CURLcode tritone_curl_set_callbacks(
    CURL *handle, void *context, curl_write_callback header, curl_write_callback write,
    curl_xferinfo_callback progress) {
  if (!handle) return CURLE_FAILED_INIT;
  CURLcode code = curl.curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  if (!code) code = curl.curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  if (!code) code = curl.curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
  if (!code) code = curl.curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  if (!code) code = curl.curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  if (!code) code = curl.curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  if (!code) code = curl.curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  return code;
}

long tritone_curl_get_long(CURL *handle, CURLINFO info) {
  long value = 0;
  if (!handle || curl.curl_easy_getinfo(handle, info, &value) != CURLE_OK) return 0;
  return value;
}

curl_off_t tritone_curl_get_offset(CURL *handle, CURLINFO info) {
  curl_off_t value = 0;
  if (!handle || curl.curl_easy_getinfo(handle, info, &value) != CURLE_OK) return 0;
  return value;
}

const char *tritone_curl_get_certificate(CURL *handle) {
  struct curl_certinfo *chain = NULL;
  if (!handle || curl.curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain ||
      chain->num_of_certs < 1)
    return NULL;
  static const char field[] = "Cert:";
  for (struct curl_slist *line = chain->certinfo[0]; line; line = line->next)
    if (!strncmp(line->data, field, sizeof field - 1)) return line->data + sizeof field - 1;
  return NULL;
}

struct curl_slist *tritone_curl_append(struct curl_slist *list, const char *text) {
  return tritone_load_curl() ? NULL : curl.curl_slist_append(list, text);
}

void tritone_curl_free_list(struct curl_slist *list) {
  if (list) curl.curl_slist_free_all(list);
}

CURLM *tritone_curl_multi_new(void) { return tritone_load_curl() ? NULL : curl.curl_multi_init(); }

void tritone_curl_multi_free(CURLM *multi) {
  if (multi) curl.curl_multi_cleanup(multi);
}

CURLMcode tritone_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return multi ? curl.curl_multi_setopt(multi, option, value) : CURLM_BAD_HANDLE;
}

CURLMcode tritone_curl_multi_add(CURLM *multi, CURL *handle) {
  return multi ? curl.curl_multi_add_handle(multi, handle) : CURLM_BAD_HANDLE;
}

CURLMcode tritone_curl_multi_remove(CURLM *multi, CURL *handle) {
  return multi ? curl.curl_multi_remove_handle(multi, handle) : CURLM_BAD_HANDLE;
}

CURLMcode tritone_curl_multi_perform(CURLM *multi) {
  int running = 0;
  return multi ? curl.curl_multi_perform(multi, &running) : CURLM_BAD_HANDLE;
}

CURLMcode tritone_curl_multi_poll(CURLM *multi, int milliseconds) {
  return multi ? curl.curl_multi_poll(multi, NULL, 0, milliseconds, NULL) : CURLM_BAD_HANDLE;
}

CURLMcode tritone_curl_multi_wakeup(CURLM *multi) {
  return multi ? curl.curl_multi_wakeup(multi) : CURLM_BAD_HANDLE;
}

CURL *tritone_curl_multi_finished(CURLM *multi, CURLcode *result) {
  if (!multi) return NULL;
  int left = 0;
  CURLMsg *message;
  while ((message = curl.curl_multi_info_read(multi, &left)))
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  return NULL;
}
