// What Swift cannot import of libpulse (macros) as inline functions.
#ifndef TRITONE_CPULSE_SHIM_H
#define TRITONE_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int tritone_context_is_good(pa_context_state_t s) { return PA_CONTEXT_IS_GOOD(s); }
static inline int tritone_stream_is_good(pa_stream_state_t s) { return PA_STREAM_IS_GOOD(s); }

// The name of the calling thread, at most 15 characters; prctl is variadic.
static inline void tritone_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// The calling thread runs, and reads files, only when nobody else wants to; refusals do no harm.
static inline void tritone_lower_priority(void) {
  struct sched_param none = {0};
  sched_setscheduler(0, 5 /* SCHED_IDLE */, &none);
  syscall(SYS_ioprio_set, 1 /* this thread */, 0, 3 << 13 /* idle */);
}

#endif
