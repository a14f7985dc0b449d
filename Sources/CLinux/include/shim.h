// What Swift's Glibc module leaves out: descriptors for events and signals, priorities of threads,
// locks on parts of files, kinds of file systems, memory that the heap gives back, rights at start.
#ifndef TRITONE_CLINUX_SHIM_H
#define TRITONE_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static inline int tritone_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int tritone_signalfd(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Whether the file of the program gave the process rights that its user does not have.
static inline int tritone_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

// Writes out what was printed; 0, or the errno of what did not get out, now or before.
static inline int tritone_flush_output(void) {
    int had_failed = ferror(stdout);
    if (fflush(stdout) != 0) return errno ? errno : EIO;
    if (!had_failed) return 0;
    return (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY ? EBADF : EIO;
}

// The name of the calling thread, at most 15 characters; prctl is variadic.
static inline void tritone_call_thread(const char *name) { prctl(PR_SET_NAME, name); }

// The calling thread gives way to others on processors and disks; refusals do no harm.
static inline void tritone_give_way(void) {
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), 19);
    syscall(SYS_ioprio_set, 1 /* this thread */, 0, 3 << 13 /* idle */);
}

// Locks one byte of a file for this open file, or lets go of it; 0, or the errno. Nothing waits, and
// what dies lets go of everything.
static inline int tritone_lock_byte(int descriptor, int64_t place, int is_taken) {
    struct flock lock = {0};
    lock.l_type = is_taken ? F_WRLCK : F_UNLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = place;
    lock.l_len = 1;
    return fcntl(descriptor, 37 /* F_OFD_SETLK */, &lock) ? errno : 0;
}

// Waits for a semaphore until a time of the monotonic clock, which nobody sets; 0, or the errno.
extern int sem_clockwait(sem_t *, clockid_t, const struct timespec *);
static inline int tritone_wait_until(sem_t *semaphore, const struct timespec *limit) {
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, limit) ? errno : 0;
}

// Gives a file of a folder another name there, which must be free; 0, or the errno.
static inline int tritone_rename_to_free_name(int folder, const char *from, const char *to) {
    return syscall(SYS_renameat2, folder, from, folder, to, 1 /* RENAME_NOREPLACE */) ? errno : 0;
}

// The number that statfs(2) has for the kind of file system that a file lies on; 0 when unknown.
static inline uint64_t tritone_file_system(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint64_t)(uint32_t)status.f_type : 0;
}

#endif
