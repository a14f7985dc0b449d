// libsystemd's sd-bus, which is loaded on the first call. Only functions without variable parameters:
// Swift cannot import the others.
#ifndef TRITONE_CBUS_H
#define TRITONE_CBUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <systemd/sd-bus.h>

// Loads the library unless loaded; returns NULL, or the reason of a failure. Without it every
// function fails without effect.
const char *tritone_load_bus(void);

// Whether it has been loaded; never loads it.
bool tritone_bus_is_loaded(void);

// Begins to connect to an address, without waiting; file descriptors are passed only if asked for.
int tritone_bus_open(sd_bus **bus, const char *address, bool with_descriptors);
// Whether the process at the other end of the socket is the user's own, or root's.
bool tritone_bus_has_own_peer(sd_bus *bus);
// Closes and frees at once: a flush would wait for a bus that does not read.
void tritone_bus_close(sd_bus *bus);
int tritone_bus_is_open(sd_bus *bus);
int tritone_bus_is_ready(sd_bus *bus);
int tritone_bus_get_fd(sd_bus *bus);
int tritone_bus_get_events(sd_bus *bus);
// Microseconds of the monotonic clock; UINT64_MAX for none.
int tritone_bus_get_timeout(sd_bus *bus, uint64_t *time);
int tritone_bus_process(sd_bus *bus);
// The number of messages that wait to be written.
uint64_t tritone_bus_get_queued(sd_bus *bus);
// On the connection that the message was made for.
int tritone_bus_send(sd_bus_message *message);
int tritone_bus_call_async(
    sd_bus *bus, sd_bus_slot **slot, sd_bus_message *message, sd_bus_message_handler_t callback,
    void *context, uint64_t microseconds);
int tritone_bus_add_match(
    sd_bus *bus, sd_bus_slot **slot, const char *rule, sd_bus_message_handler_t callback,
    sd_bus_message_handler_t installed, void *context);
int tritone_bus_add_fallback(
    sd_bus *bus, sd_bus_slot **slot, const char *prefix, sd_bus_message_handler_t callback,
    void *context);
void tritone_bus_free_slot(sd_bus_slot *slot);

int tritone_bus_new_call(
    sd_bus *bus, sd_bus_message **message, const char *destination, const char *path,
    const char *interface, const char *member);
int tritone_bus_new_signal(
    sd_bus *bus, sd_bus_message **message, const char *path, const char *interface,
    const char *member);
int tritone_bus_new_return(sd_bus_message *call, sd_bus_message **message);
int tritone_bus_new_error(
    sd_bus_message *call, sd_bus_message **message, const char *name, const char *text);
void tritone_bus_free_message(sd_bus_message *message);
int tritone_bus_expects_reply(sd_bus_message *message);
// These are NULL where the message has none, and live as long as the message.
const char *tritone_bus_get_sender(sd_bus_message *message);
const char *tritone_bus_get_path(sd_bus_message *message);
const char *tritone_bus_get_interface(sd_bus_message *message);
const char *tritone_bus_get_member(sd_bus_message *message);
// The name of the error that a reply is; NULL for a result.
const char *tritone_bus_get_error(sd_bus_message *message);

int tritone_bus_append_basic(sd_bus_message *message, char type, const void *value);
int tritone_bus_append_bytes(sd_bus_message *message, const void *bytes, size_t count);
int tritone_bus_open_container(sd_bus_message *message, char type, const char *contents);
int tritone_bus_close_container(sd_bus_message *message);
int tritone_bus_peek_type(sd_bus_message *message, char *type, const char **contents);
int tritone_bus_read_basic(sd_bus_message *message, char type, void *value);
int tritone_bus_read_bytes(sd_bus_message *message, const void **bytes, size_t *count);
int tritone_bus_enter_container(sd_bus_message *message, char type, const char *contents);
int tritone_bus_exit_container(sd_bus_message *message);

#endif
