// libpulse and the thirty libraries behind it are loaded by the first output that plays through it:
// commands to a player need none of them. All functions are looked up at once, since the callbacks
// of the thread that plays must not wait for the loader.
#include "include/CPulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The result of calls without the library that can fail.
#define FAILED (-PA_ERR_NOTSUPPORTED)

// The functions that we call, with their result types, results without the library, parameters and
// arguments. The compiler checks every line against the library's headers; the linker reports
// missing ones.
#define FUNCTIONS(VALUE, VOID)                                                                     \
  VALUE(int, pa_context_connect, FAILED,                                                           \
        (pa_context *c, const char *server, pa_context_flags_t flags, const pa_spawn_api *api),    \
        (c, server, flags, api))                                                                   \
  VOID(pa_context_disconnect, (pa_context *c), (c))                                                \
  VALUE(const char *, pa_context_get_server, NULL, (const pa_context *c), (c))                     \
  VALUE(pa_operation *, pa_context_get_server_info, NULL,                                          \
        (pa_context *c, pa_server_info_cb_t cb, void *userdata), (c, cb, userdata))                \
  VALUE(pa_operation *, pa_context_get_sink_info_list, NULL,                                       \
        (pa_context *c, pa_sink_info_cb_t cb, void *userdata), (c, cb, userdata))                  \
  VALUE(pa_operation *, pa_context_get_sink_input_info, NULL,                                      \
        (pa_context *c, uint32_t idx, pa_sink_input_info_cb_t cb, void *userdata),                 \
        (c, idx, cb, userdata))                                                                    \
  VALUE(pa_context_state_t, pa_context_get_state, PA_CONTEXT_UNCONNECTED,                          \
        (const pa_context *c), (c))                                                                \
  VALUE(pa_operation *, pa_context_move_sink_input_by_index, NULL,                                 \
        (pa_context *c, uint32_t idx, uint32_t sink_idx, pa_context_success_cb_t cb, void          \
         *userdata),                                                                               \
        (c, idx, sink_idx, cb, userdata))                                                          \
  VALUE(pa_context *, pa_context_new, NULL,                                                        \
        (pa_mainloop_api *mainloop, const char *name), (mainloop, name))                           \
  VALUE(pa_context *, pa_context_new_with_proplist, NULL,                                          \
        (pa_mainloop_api *mainloop, const char *name, const pa_proplist *proplist),                \
        (mainloop, name, proplist))                                                                \
  VALUE(pa_time_event *, pa_context_rttime_new, NULL,                                              \
        (const pa_context *c, pa_usec_t usec, pa_time_event_cb_t cb, void *userdata),              \
        (c, usec, cb, userdata))                                                                   \
  VOID(pa_context_rttime_restart,                                                                  \
       (const pa_context *c, pa_time_event *e, pa_usec_t usec), (c, e, usec))                      \
  VALUE(pa_operation *, pa_context_set_sink_input_mute, NULL,                                      \
        (pa_context *c, uint32_t idx, int mute, pa_context_success_cb_t cb, void *userdata),       \
        (c, idx, mute, cb, userdata))                                                              \
  VALUE(pa_operation *, pa_context_set_sink_input_volume, NULL,                                    \
        (pa_context *c, uint32_t idx, const pa_cvolume *volume, pa_context_success_cb_t cb, void   \
         *userdata),                                                                               \
        (c, idx, volume, cb, userdata))                                                            \
  VOID(pa_context_set_state_callback,                                                              \
       (pa_context *c, pa_context_notify_cb_t cb, void *userdata), (c, cb, userdata))              \
  VOID(pa_context_set_subscribe_callback,                                                          \
       (pa_context *c, pa_context_subscribe_cb_t cb, void *userdata), (c, cb, userdata))           \
  VALUE(pa_operation *, pa_context_subscribe, NULL,                                                \
        (pa_context *c, pa_subscription_mask_t m, pa_context_success_cb_t cb, void *userdata),     \
        (c, m, cb, userdata))                                                                      \
  VOID(pa_context_unref, (pa_context *c), (c))                                                     \
  VALUE(pa_volume_t, pa_cvolume_avg, 0, (const pa_cvolume *a), (a))                                \
  VALUE(pa_cvolume *, pa_cvolume_set, NULL,                                                        \
        (pa_cvolume *a, unsigned channels, pa_volume_t v), (a, channels, v))                       \
  VALUE(struct timeval *, pa_gettimeofday, NULL, (struct timeval *tv), (tv))                       \
  VOID(pa_mainloop_free, (pa_mainloop *m), (m))                                                    \
  VALUE(pa_mainloop_api *, pa_mainloop_get_api, NULL, (pa_mainloop *m), (m))                       \
  VALUE(int, pa_mainloop_iterate, FAILED,                                                          \
        (pa_mainloop *m, int block, int *retval), (m, block, retval))                              \
  VALUE(pa_mainloop *, pa_mainloop_new, NULL, (void), ())                                          \
  VALUE(int, pa_mainloop_run, FAILED, (pa_mainloop *m, int *retval), (m, retval))                  \
  VOID(pa_operation_unref, (pa_operation *o), (o))                                                 \
  VALUE(int, pa_proplist_contains, FAILED, (const pa_proplist *p, const char *key), (p, key))      \
  VOID(pa_proplist_free, (pa_proplist *p), (p))                                                    \
  VALUE(pa_proplist *, pa_proplist_new, NULL, (void), ())                                          \
  VALUE(int, pa_proplist_sets, FAILED,                                                             \
        (pa_proplist *p, const char *key, const char *value), (p, key, value))                     \
  VALUE(pa_usec_t, pa_rtclock_now, 0, (void), ())                                                  \
  VOID(pa_signal_done, (void), ())                                                                 \
  VALUE(int, pa_signal_init, FAILED, (pa_mainloop_api *api), (api))                                \
  VALUE(pa_signal_event *, pa_signal_new, NULL,                                                    \
        (int sig, pa_signal_cb_t callback, void *userdata), (sig, callback, userdata))             \
  VALUE(int, pa_stream_begin_write, FAILED,                                                        \
        (pa_stream *p, void **data, size_t *nbytes), (p, data, nbytes))                            \
  VALUE(int, pa_stream_cancel_write, FAILED, (pa_stream *p), (p))                                  \
  VALUE(int, pa_stream_connect_playback, FAILED,                                                   \
        (pa_stream *s, const char *dev, const pa_buffer_attr *attr, pa_stream_flags_t flags,       \
         const pa_cvolume *volume, pa_stream *sync_stream),                                        \
        (s, dev, attr, flags, volume, sync_stream))                                                \
  VALUE(int, pa_stream_connect_record, FAILED,                                                     \
        (pa_stream *s, const char *dev, const pa_buffer_attr *attr, pa_stream_flags_t flags),      \
        (s, dev, attr, flags))                                                                     \
  VALUE(pa_operation *, pa_stream_cork, NULL,                                                      \
        (pa_stream *s, int b, pa_stream_success_cb_t cb, void *userdata), (s, b, cb, userdata))    \
  VALUE(int, pa_stream_disconnect, FAILED, (pa_stream *s), (s))                                    \
  VALUE(int, pa_stream_drop, FAILED, (pa_stream *p), (p))                                          \
  VALUE(pa_operation *, pa_stream_flush, NULL,                                                     \
        (pa_stream *s, pa_stream_success_cb_t cb, void *userdata), (s, cb, userdata))              \
  VALUE(const pa_buffer_attr *, pa_stream_get_buffer_attr, NULL, (pa_stream *s), (s))              \
  VALUE(const char *, pa_stream_get_device_name, NULL, (const pa_stream *s), (s))                  \
  VALUE(uint32_t, pa_stream_get_index, PA_INVALID_INDEX, (const pa_stream *s), (s))                \
  VALUE(const pa_sample_spec *, pa_stream_get_sample_spec, NULL, (pa_stream *s), (s))              \
  VALUE(pa_stream_state_t, pa_stream_get_state, PA_STREAM_UNCONNECTED, (const pa_stream *p), (p))  \
  VALUE(const pa_timing_info *, pa_stream_get_timing_info, NULL, (pa_stream *s), (s))              \
  VALUE(int64_t, pa_stream_get_underflow_index, -1, (const pa_stream *p), (p))                     \
  VALUE(int, pa_stream_is_suspended, FAILED, (const pa_stream *s), (s))                            \
  VALUE(pa_stream *, pa_stream_new, NULL,                                                          \
        (pa_context *c, const char *name, const pa_sample_spec *ss, const pa_channel_map *map),    \
        (c, name, ss, map))                                                                        \
  VALUE(pa_stream *, pa_stream_new_with_proplist, NULL,                                            \
        (pa_context *c, const char *name, const pa_sample_spec *ss, const pa_channel_map *map,     \
         pa_proplist *p),                                                                          \
        (c, name, ss, map, p))                                                                     \
  VALUE(int, pa_stream_peek, FAILED,                                                               \
        (pa_stream *p, const void **data, size_t *nbytes), (p, data, nbytes))                      \
  VALUE(size_t, pa_stream_readable_size, 0, (const pa_stream *p), (p))                             \
  VALUE(pa_operation *, pa_stream_set_buffer_attr, NULL,                                           \
        (pa_stream *s, const pa_buffer_attr *attr, pa_stream_success_cb_t cb, void *userdata),     \
        (s, attr, cb, userdata))                                                                   \
  VOID(pa_stream_set_event_callback,                                                               \
       (pa_stream *p, pa_stream_event_cb_t cb, void *userdata), (p, cb, userdata))                 \
  VOID(pa_stream_set_moved_callback,                                                               \
       (pa_stream *p, pa_stream_notify_cb_t cb, void *userdata), (p, cb, userdata))                \
  VOID(pa_stream_set_overflow_callback,                                                            \
       (pa_stream *p, pa_stream_notify_cb_t cb, void *userdata), (p, cb, userdata))                \
  VOID(pa_stream_set_read_callback,                                                                \
       (pa_stream *p, pa_stream_request_cb_t cb, void *userdata), (p, cb, userdata))               \
  VOID(pa_stream_set_state_callback,                                                               \
       (pa_stream *s, pa_stream_notify_cb_t cb, void *userdata), (s, cb, userdata))                \
  VOID(pa_stream_set_suspended_callback,                                                           \
       (pa_stream *p, pa_stream_notify_cb_t cb, void *userdata), (p, cb, userdata))                \
  VOID(pa_stream_set_underflow_callback,                                                           \
       (pa_stream *p, pa_stream_notify_cb_t cb, void *userdata), (p, cb, userdata))                \
  VOID(pa_stream_set_write_callback,                                                               \
       (pa_stream *p, pa_stream_request_cb_t cb, void *userdata), (p, cb, userdata))               \
  VOID(pa_stream_unref, (pa_stream *s), (s))                                                       \
  VALUE(pa_operation *, pa_stream_update_timing_info, NULL,                                        \
        (pa_stream *p, pa_stream_success_cb_t cb, void *userdata), (p, cb, userdata))              \
  VALUE(size_t, pa_stream_writable_size, 0, (const pa_stream *p), (p))                             \
  VALUE(int, pa_stream_write, FAILED,                                                              \
        (pa_stream *p, const void *data, size_t nbytes, pa_free_cb_t free_cb, int64_t offset,      \
         pa_seek_mode_t seek),                                                                     \
        (p, data, nbytes, free_cb, offset, seek))                                                  \
  VALUE(struct timeval *, pa_timeval_add, NULL, (struct timeval *tv, pa_usec_t v), (tv, v))        \
  VALUE(int, pa_timeval_cmp, 0, (const struct timeval *a, const struct timeval *b), (a, b))        \
  VALUE(pa_usec_t, pa_timeval_diff, 0, (const struct timeval *a, const struct timeval *b), (a, b)) \
  VALUE(size_t, pa_usec_to_bytes, 0, (pa_usec_t t, const pa_sample_spec *spec), (t, spec))

#define VALUE_MEMBER(result, name, none, parameters, arguments) __typeof__(&name) name;
#define VOID_MEMBER(name, parameters, arguments) __typeof__(&name) name;
static struct { FUNCTIONS(VALUE_MEMBER, VOID_MEMBER) } pulse;

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static char fault[512];

static void load(void) {
  void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *message = dlerror();
    snprintf(fault, sizeof fault, "%s", message ? message : "libpulse.so.0");
    return;
  }
#define LOOK_UP(name)                                         \
  pulse.name = (__typeof__(pulse.name))dlsym(library, #name); \
  if (!pulse.name) snprintf(fault, sizeof fault, "libpulse is too old: no " #name);
#define LOOK_UP_VALUE(result, name, none, parameters, arguments) LOOK_UP(name)
#define LOOK_UP_VOID(name, parameters, arguments) LOOK_UP(name)
  FUNCTIONS(LOOK_UP_VALUE, LOOK_UP_VOID)
}

const char *tritone_load_pulse(void) {
  pthread_once(&loading, load);
  return fault[0] ? fault : NULL;
}

// Hides our functions, so that the library calls its own.
#define HIDDEN __attribute__((visibility("hidden")))

#define FORWARD_VALUE(result, name, none, parameters, arguments) \
  HIDDEN result name parameters { return pulse.name ? pulse.name arguments : none; }
#define FORWARD_VOID(name, parameters, arguments) \
  HIDDEN void name parameters {                   \
    if (pulse.name) pulse.name arguments;         \
  }
FUNCTIONS(FORWARD_VALUE, FORWARD_VOID)
