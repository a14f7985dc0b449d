// What Swift cannot import of libpulse (macros) as inline functions.
#ifndef TRITONE_CPULSE_SHIM_H
#define TRITONE_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int tritone_context_is_good(pa_context_state_t s) { return PA_CONTEXT_IS_GOOD(s); }
static inline int tritone_stream_is_good(pa_stream_state_t s) { return PA_STREAM_IS_GOOD(s); }

// The calling thread runs, and reads files, only when nobody else wants to; refusals do no harm.
static inline void tritone_lower_priority(void) {
  struct sched_param none = {0};
  sched_setscheduler(0, 5 /* SCHED_IDLE */, &none);
  syscall(SYS_ioprio_set, 1 /* this thread */, 0, 3 << 13 /* idle */);
}

// The calling thread wakes before all that are not real-time; what it forks or starts does not.
// 0, or -1.
static inline int tritone_ask_real_time(int priority) {
  struct sched_param wanted = {.sched_priority = priority};
  return sched_setscheduler(0, SCHED_RR | 0x40000000 /* SCHED_RESET_ON_FORK */, &wanted) ? -1 : 0;
}

// A niceness for the calling thread alone, not for what it forks or starts; refusals do no harm.
static inline void tritone_ask_nice(int niceness) {
  struct sched_param none = {0};
  sched_setscheduler(0, SCHED_OTHER | 0x40000000 /* SCHED_RESET_ON_FORK */, &none);
  id_t thread = (id_t)syscall(SYS_gettid);
  struct rlimit limit;
  if (!setpriority(PRIO_PROCESS, thread, niceness) || getrlimit(RLIMIT_NICE, &limit)) return;
  // The limit is 20 less the lowest niceness that the user may have.
  int lowest = limit.rlim_max > 40 ? -20 : 20 - (int)limit.rlim_max;
  limit.rlim_cur = limit.rlim_max;
  if (lowest >= 0 || setrlimit(RLIMIT_NICE, &limit)) return;
  setpriority(PRIO_PROCESS, thread, lowest > niceness ? lowest : niceness);
}

// The real-time priority of the calling thread, 0 if it has none.
static inline int tritone_real_time_priority(void) {
  struct sched_param own = {0};
  return sched_getparam(0, &own) ? 0 : own.sched_priority;
}

static inline int tritone_niceness(void) {
  return getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
}

// What the user may ask real-time priorities up to, of which the soft limit is a reminder.
static inline int tritone_real_time_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_RTPRIO, &limit) || limit.rlim_max == 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_RTPRIO, &limit)) return 0;
  return limit.rlim_max > 99 ? 99 : (int)limit.rlim_max;
}

#endif
