// Functions that Swift's Glibc module lacks: event, signal and timer descriptors, thread priorities,
// byte-range locks, file copies, file system types, heap trimming, privileges at start, descriptors
// over local sockets.
#ifndef TRITONE_CLINUX_SHIM_H
#define TRITONE_CLINUX_SHIM_H

// Not fcntl.h, which defines struct stat: the compiler of Swift then takes the structure from here
// or from Glibc, by the order of imports. What needs it is in files.c.
#include <errno.h>
#include <malloc.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static inline int tritone_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int tritone_signalfd(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

// A descriptor that is readable once a time of a clock has come, which no program inherits; -1 and
// errno.
static inline int tritone_timerfd(int clock) {
    return timerfd_create(clock, TFD_CLOEXEC | TFD_NONBLOCK);
}

// Sets the time of such a descriptor, which is no longer readable, in nanoseconds; none for 0.
static inline void tritone_set_timer(int timer, int64_t time) {
    struct itimerspec next = {
        .it_value = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &next, 0);
}

// Gives up the controlling terminal, whose jobs stop and end as one.
void tritone_leave_terminal(void);

// The flag of posix_spawn that gives a process a session of its own.
static inline short tritone_spawns_session(void) { return 0x80 /* POSIX_SPAWN_SETSID */; }

// Both ends of a pipe, which no program inherits; returns 0, or the errno.
static inline int tritone_pipe(int ends[2]) {
    return syscall(SYS_pipe2, ends, 02000000 /* O_CLOEXEC */) ? errno : 0;
}

// Whether the program's file gave the process privileges beyond its user's.
static inline int tritone_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

// Flushes standard output; returns 0, or the errno of this or an earlier failure.
int tritone_flush_output(void);

// The variables of the process, which need not be UTF-8; a null pointer ends them.
static inline char **tritone_variables(void) {
    extern char **environ;
    return environ;
}

// A descriptor that is readable once for each burst of input to another one, also where somebody
// else reads that; no program inherits it; -1 and errno.
int tritone_watch_input(int descriptor);

// Ends a burst; returns whether there was one.
int tritone_end_burst(int watch);

// Bytes of input that wait in a terminal; -1 and errno.
int tritone_waiting_bytes(int terminal);

// Names the calling thread, with at most 15 characters; prctl is variadic.
static inline void tritone_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// Lowers the calling thread's processor and disk priority; failures are harmless.
static inline void tritone_set_low_priority(void) {
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19);
    syscall(SYS_ioprio_set, 1 /* this thread */, 0, 3 << 13 /* idle */);
}

// Locks or unlocks one byte of a file for this open file description; returns 0, or the errno.
// Never waits; the kernel releases the locks of an ended process.
int tritone_lock_byte(int descriptor, int64_t offset, int is_locked);

// Waits for a semaphore until a time of the monotonic clock, which nobody sets; 0, or the errno.
extern int sem_clockwait(sem_t *, clockid_t, const struct timespec *);
static inline int tritone_wait_until(sem_t *semaphore, const struct timespec *limit) {
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, limit) ? errno : 0;
}

// Renames a file of one folder to a free name in another; returns 0, or the errno.
static inline int tritone_rename_to_free_name(
    int from_folder, const char *from, int to_folder, const char *to) {
    unsigned flags = 1 /* RENAME_NOREPLACE */;
    return syscall(SYS_renameat2, from_folder, from, to_folder, to, flags) ? errno : 0;
}

// The file system type of statfs(2) for an open file; 0 when unknown.
static inline uint64_t tritone_file_system(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint64_t)(uint32_t)status.f_type : 0;
}

// Gives the calling thread idle processor and disk priority; failures are harmless.
static inline void tritone_set_idle_priority(void) {
    struct sched_param none = {0};
    sched_setscheduler(0, 5 /* SCHED_IDLE */, &none);
    syscall(SYS_ioprio_set, 1 /* this thread */, 0, 3 << 13 /* idle */);
}

// Gives the calling thread a real-time priority, which its forks and new threads do not inherit;
// returns 0, or -1.
static inline int tritone_set_real_time(int priority) {
    struct sched_param wanted = {.sched_priority = priority};
    return sched_setscheduler(0, SCHED_RR | 0x40000000 /* SCHED_RESET_ON_FORK */, &wanted) ? -1 : 0;
}

// Sets the calling thread's niceness, not that of its forks and new threads; failures are harmless.
static inline void tritone_set_nice(int niceness) {
    struct sched_param none = {0};
    sched_setscheduler(0, SCHED_OTHER | 0x40000000 /* SCHED_RESET_ON_FORK */, &none);
    id_t thread = (id_t)syscall(SYS_gettid);
    struct rlimit limit;
    if (!setpriority(PRIO_PROCESS, thread, niceness) || getrlimit(RLIMIT_NICE, &limit)) return;
    // The limit is 20 minus the lowest niceness that the user may have.
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

// Limits the processor time of real-time threads of the process between two waits; returns 0, or
// the errno.
static inline int tritone_limit_real_time(uint64_t microseconds) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return errno;
    if (limit.rlim_cur <= microseconds && limit.rlim_max <= microseconds) return 0;
    limit.rlim_cur = limit.rlim_max = microseconds;
    return setrlimit(RLIMIT_RTTIME, &limit) != 0 ? errno : 0;
}

// The id of the calling thread in the kernel.
static inline int tritone_thread_id(void) { return (int)syscall(SYS_gettid); }

static inline int tritone_niceness(void) {
    return getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
}

// The highest real-time priority that the user may request; raises the soft limit.
static inline int tritone_real_time_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTPRIO, &limit) || limit.rlim_max == 0) return 0;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_RTPRIO, &limit)) return 0;
    return limit.rlim_max > 99 ? 99 : (int)limit.rlim_max;
}

// Copies with copy_file_range(2), which shares blocks where the file system can; falls back to
// reading and writing. Returns bytes copied, 0 at the end of the source, or -1 and errno; where
// the source cannot be read another number below 0.
#define TRITONE_COPY_UNREADABLE (-2)
ssize_t tritone_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count);

// Copies extended attributes, access control lists among them; returns the number of failures.
int tritone_copy_attributes(int from, int to);

// Opens a file below a folder by a relative path; links are not followed, and no path leads out.
// Returns a descriptor that programs do not inherit, or -1 and errno.
int tritone_open_beneath(int folder, const char *path, int flags, unsigned mode);

// The same component by component, for kernels and sandboxes without openat2(2).
int tritone_open_by_component(int folder, const char *path, int flags, unsigned mode);

// Writes everything to disk of the file system that an open file is on; returns 0, or the errno.
int tritone_sync_file_system(int descriptor);

// Begins to write a range of a file to disk and does not wait for the end; failures are harmless.
void tritone_begin_writing(int descriptor, int64_t offset, int64_t count);

// Accepts a connection that no program inherits and whose calls do not wait; -1 and errno.
int tritone_accept(int listener);

// The process and the user at the other end of a local socket; returns 0, or the errno.
int tritone_peer(int socket, pid_t *process, uid_t *user);

// Descriptors that one message may carry.
enum { tritone_most_descriptors = 3 };

// Receives bytes, and descriptors that programs do not inherit; the kernel closes surplus ones.
// Returns the bytes, or -1 and errno; `had_more` tells of surplus ones.
ssize_t tritone_receive(
    int socket, void *bytes, size_t size, int descriptors[tritone_most_descriptors], int *count,
    int *had_more);

// Sends bytes with at most 8 descriptors; never raises SIGPIPE. Returns the bytes, or -1 and errno.
ssize_t tritone_send(
    int socket, const void *bytes, size_t size, const int *descriptors, int count);

// A file in memory that nobody can change any more; no program inherits it. -1 and errno.
int tritone_sealed_memory(const void *bytes, size_t size);

// The size of such a file, which is read without waiting; -1 for anything else.
int64_t tritone_sealed_size(int descriptor);

// A descriptor that is readable once a process has ended, which no program inherits; -1 and errno.
static inline int tritone_open_process(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// The linker's hash of the program: its size, 0 for a program without one.
size_t tritone_build_id(uint8_t *bytes, size_t size);

#endif
