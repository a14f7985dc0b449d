// libcurl, which is loaded on the first call, behind functions with fixed parameters: Swift cannot
// import the variadic ones.
#ifndef TRITONE_CCURL_H
#define TRITONE_CCURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

// Loads the library unless loaded; returns NULL, or the reason of a failure. Without it every
// function fails without effect.
const char *tritone_load_curl(void);

// Whether it has been loaded; never loads it.
bool tritone_curl_is_loaded(void);

// The file of trusted certificates that the library was built with; NULL if none.
const char *tritone_curl_certificates(void);

CURL *tritone_curl_new(void);
void tritone_curl_free(CURL *handle);
CURLcode tritone_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode tritone_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode tritone_curl_set_string(CURL *handle, CURLoption option, const char *value);
// The library keeps a copy.
CURLcode tritone_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count);
// The library keeps a copy.
CURLcode tritone_curl_set_body(CURL *handle, const void *bytes, size_t count);
CURLcode tritone_curl_set_headers(CURL *handle, struct curl_slist *list);
// `bytes` has room for CURL_ERROR_SIZE characters.
CURLcode tritone_curl_set_error_buffer(CURL *handle, char *bytes);
CURLcode tritone_curl_set_protocols(CURL *handle);
CURLcode tritone_curl_set_callbacks(
    CURL *handle, void *context, curl_write_callback header, curl_write_callback write,
    curl_xferinfo_callback progress);
// 0 where the library has no answer.
long tritone_curl_get_long(CURL *handle, CURLINFO info);
curl_off_t tritone_curl_get_offset(CURL *handle, CURLINFO info);
// The server's own certificate as PEM, with CURLOPT_CERTINFO; NULL where there is none.
const char *tritone_curl_get_certificate(CURL *handle);

// Returns the list with a copy of the text, or NULL, which leaves the list as it was.
struct curl_slist *tritone_curl_append(struct curl_slist *list, const char *text);
void tritone_curl_free_list(struct curl_slist *list);

CURLM *tritone_curl_multi_new(void);
void tritone_curl_multi_free(CURLM *multi);
CURLMcode tritone_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode tritone_curl_multi_add(CURLM *multi, CURL *handle);
CURLMcode tritone_curl_multi_remove(CURLM *multi, CURL *handle);
CURLMcode tritone_curl_multi_perform(CURLM *multi);
CURLMcode tritone_curl_multi_poll(CURLM *multi, int milliseconds);
// The one function that other threads may call.
CURLMcode tritone_curl_multi_wakeup(CURLM *multi);
// The next finished transfer; NULL if there is none.
CURL *tritone_curl_multi_finished(CURLM *multi, CURLcode *result);

#endif
