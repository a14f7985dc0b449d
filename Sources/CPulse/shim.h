// What Swift cannot import of libpulse (macros) as inline functions.
#ifndef TRITONE_CPULSE_SHIM_H
#define TRITONE_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>
#include <sys/prctl.h>

static inline int tritone_context_is_good(pa_context_state_t s) { return PA_CONTEXT_IS_GOOD(s); }
static inline int tritone_stream_is_good(pa_stream_state_t s) { return PA_STREAM_IS_GOOD(s); }

// The name of the calling thread, at most 15 characters; prctl is variadic.
static inline void tritone_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

#endif
