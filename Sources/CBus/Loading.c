// libsystemd is loaded at the first call, so that a system without it has a player, too.
#define _GNU_SOURCE
#include "include/CBus.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define FUNCTIONS(DO)                \
  DO(sd_bus_add_fallback)            \
  DO(sd_bus_add_match_async)         \
  DO(sd_bus_call_async)              \
  DO(sd_bus_close_unref)       \
  DO(sd_bus_get_events)              \
  DO(sd_bus_get_fd)                  \
  DO(sd_bus_get_n_queued_write)      \
  DO(sd_bus_get_timeout)             \
  DO(sd_bus_is_open)                 \
  DO(sd_bus_is_ready)                \
  DO(sd_bus_message_append_array)    \
  DO(sd_bus_message_append_basic)    \
  DO(sd_bus_message_close_container) \
  DO(sd_bus_message_enter_container) \
  DO(sd_bus_message_exit_container)  \
  DO(sd_bus_message_get_error)       \
  DO(sd_bus_message_get_expect_reply) \
  DO(sd_bus_message_get_interface)   \
  DO(sd_bus_message_get_member)      \
  DO(sd_bus_message_get_path)        \
  DO(sd_bus_message_get_sender)      \
  DO(sd_bus_message_new_method_call) \
  DO(sd_bus_message_new_method_error) \
  DO(sd_bus_message_new_method_return) \
  DO(sd_bus_message_new_signal)      \
  DO(sd_bus_message_open_container)  \
  DO(sd_bus_message_peek_type)       \
  DO(sd_bus_message_read_array)      \
  DO(sd_bus_message_read_basic)      \
  DO(sd_bus_message_unref)           \
  DO(sd_bus_negotiate_fds)           \
  DO(sd_bus_new)                     \
  DO(sd_bus_process)                 \
  DO(sd_bus_send)                    \
  DO(sd_bus_set_address)             \
  DO(sd_bus_set_bus_client)          \
  DO(sd_bus_slot_unref)              \
  DO(sd_bus_start)

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } bus_library;

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static atomic_bool is_loaded;
static char fault[512];

static void load(void) {
  // The same functions on systems without systemd: elogind's, and a copy of sd-bus alone.
  static const char *const files[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof files / sizeof *files; i++) {
    library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    if (library || fault[0]) continue;
    const char *message = dlerror();
    snprintf(fault, sizeof fault, "%s", message ? message : files[i]);
  }
  if (!library) return;
  fault[0] = 0;
#define LOOK_UP(name)                                                               \
  bus_library.name = (__typeof__(bus_library.name))dlsym(library, #name);           \
  if (!bus_library.name) snprintf(fault, sizeof fault, "libsystemd is too old: no " #name);
  FUNCTIONS(LOOK_UP)
  if (!fault[0]) atomic_store(&is_loaded, true);
}

const char *tritone_load_bus(void) {
  pthread_once(&loading, load);
  return fault[0] ? fault : NULL;
}

bool tritone_bus_is_loaded(void) { return atomic_load(&is_loaded); }

// The function of the library, where there is one and the object that it works on.
#define FORWARD(object, name, ...)                                        \
  (!(object) || tritone_load_bus() ? -ENOTCONN : bus_library.name(__VA_ARGS__))
#define TEXT(object, name) \
  (!(object) || tritone_load_bus() ? NULL : bus_library.name(object))

int tritone_bus_open(sd_bus **result, const char *address, bool with_descriptors) {
  *result = NULL;
  if (tritone_load_bus()) return -ENOSYS;
  sd_bus *bus = NULL;
  int code = bus_library.sd_bus_new(&bus);
  if (code >= 0) code = bus_library.sd_bus_set_address(bus, address);
  if (code >= 0) code = bus_library.sd_bus_set_bus_client(bus, 1);
  if (code >= 0) code = bus_library.sd_bus_negotiate_fds(bus, with_descriptors);
  if (code >= 0) code = bus_library.sd_bus_start(bus);
  if (code >= 0)
    *result = bus;
  else if (bus)
    bus_library.sd_bus_close_unref(bus);
  return code;
}

bool tritone_bus_has_own_peer(sd_bus *bus) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  int socket = tritone_bus_get_fd(bus);
  if (socket < 0 || getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size)) return false;
  return peer.uid == geteuid() || peer.uid == 0;
}

void tritone_bus_close(sd_bus *bus) {
  if (bus) bus_library.sd_bus_close_unref(bus);
}

int tritone_bus_is_open(sd_bus *bus) { return FORWARD(bus, sd_bus_is_open, bus); }

int tritone_bus_is_ready(sd_bus *bus) { return FORWARD(bus, sd_bus_is_ready, bus); }

int tritone_bus_get_fd(sd_bus *bus) { return FORWARD(bus, sd_bus_get_fd, bus); }

int tritone_bus_get_events(sd_bus *bus) { return FORWARD(bus, sd_bus_get_events, bus); }

int tritone_bus_get_timeout(sd_bus *bus, uint64_t *time) {
  *time = UINT64_MAX;
  return FORWARD(bus, sd_bus_get_timeout, bus, time);
}

int tritone_bus_process(sd_bus *bus) { return FORWARD(bus, sd_bus_process, bus, NULL); }

uint64_t tritone_bus_get_queued(sd_bus *bus) {
  uint64_t count = 0;
  return FORWARD(bus, sd_bus_get_n_queued_write, bus, &count) < 0 ? 0 : count;
}

int tritone_bus_send(sd_bus_message *message) {
  return FORWARD(message, sd_bus_send, NULL, message, NULL);
}

int tritone_bus_call_async(
    sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, sd_bus_message_handler_t callback,
    void *context, uint64_t microseconds) {
  return FORWARD(bus, sd_bus_call_async, bus, slot, message, callback, context, microseconds);
}

int tritone_bus_add_match(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, sd_bus_message_handler_t callback,
    sd_bus_message_handler_t installed, void *context) {
  return FORWARD(bus, sd_bus_add_match_async, bus, slot, rule, callback, installed, context);
}

int tritone_bus_add_fallback(
    sd_bus *bus, sd_bus_slot **slot, const char *prefix, sd_bus_message_handler_t callback,
    void *context) {
  return FORWARD(bus, sd_bus_add_fallback, bus, slot, prefix, callback, context);
}

void tritone_bus_free_slot(sd_bus_slot *slot) {
  if (slot) bus_library.sd_bus_slot_unref(slot);
}

int tritone_bus_new_call(
    sd_bus *bus, sd_bus_message **message, const char *destination, const char *path,
    const char *interface, const char *member) {
  return FORWARD(
      bus, sd_bus_message_new_method_call, bus, message, destination, path, interface, member);
}

int tritone_bus_new_signal(
    sd_bus *bus, sd_bus_message **message, const char *path, const char *interface,
    const char *member) {
  return FORWARD(bus, sd_bus_message_new_signal, bus, message, path, interface, member);
}

int tritone_bus_new_return(sd_bus_message *call, sd_bus_message **message) {
  return FORWARD(call, sd_bus_message_new_method_return, call, message);
}

int tritone_bus_new_error(
    sd_bus_message *call, sd_bus_message **message, const char *name, const char *text) {
  sd_bus_error error = {name, text, 0};
  return FORWARD(call, sd_bus_message_new_method_error, call, message, &error);
}

void tritone_bus_free_message(sd_bus_message *message) {
  if (message) bus_library.sd_bus_message_unref(message);
}

int tritone_bus_expects_reply(sd_bus_message *message) {
  return FORWARD(message, sd_bus_message_get_expect_reply, message);
}

const char *tritone_bus_get_sender(sd_bus_message *message) {
  return TEXT(message, sd_bus_message_get_sender);
}

const char *tritone_bus_get_path(sd_bus_message *message) {
  return TEXT(message, sd_bus_message_get_path);
}

const char *tritone_bus_get_interface(sd_bus_message *message) {
  return TEXT(message, sd_bus_message_get_interface);
}

const char *tritone_bus_get_member(sd_bus_message *message) {
  return TEXT(message, sd_bus_message_get_member);
}

const char *tritone_bus_get_error(sd_bus_message *message) {
  const sd_bus_error *error = TEXT(message, sd_bus_message_get_error);
  return error ? error->name : NULL;
}

int tritone_bus_append_basic(sd_bus_message *message, char type, const void *value) {
  return FORWARD(message, sd_bus_message_append_basic, message, type, value);
}

int tritone_bus_append_bytes(sd_bus_message *message, const void *bytes, size_t count) {
  return FORWARD(message, sd_bus_message_append_array, message, 'y', bytes, count);
}

int tritone_bus_open_container(sd_bus_message *message, char type, const char *contents) {
  return FORWARD(message, sd_bus_message_open_container, message, type, contents);
}

int tritone_bus_close_container(sd_bus_message *message) {
  return FORWARD(message, sd_bus_message_close_container, message);
}

int tritone_bus_peek_type(sd_bus_message *message, char *type, const char **contents) {
  return FORWARD(message, sd_bus_message_peek_type, message, type, contents);
}

int tritone_bus_read_basic(sd_bus_message *message, char type, void *value) {
  return FORWARD(message, sd_bus_message_read_basic, message, type, value);
}

int tritone_bus_read_bytes(sd_bus_message *message, const void **bytes, size_t *count) {
  return FORWARD(message, sd_bus_message_read_array, message, 'y', bytes, count);
}

int tritone_bus_enter_container(sd_bus_message *message, char type, const char *contents) {
  return FORWARD(message, sd_bus_message_enter_container, message, type, contents);
}

int tritone_bus_exit_container(sd_bus_message *message) {
  return FORWARD(message, sd_bus_message_exit_container, message);
}
