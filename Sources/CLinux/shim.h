// Descriptors for events and signals, and kinds of file systems, which Swift's Glibc module leaves out.
#ifndef TRITONE_CLINUX_SHIM_H
#define TRITONE_CLINUX_SHIM_H

#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/vfs.h>

static inline int tritone_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int tritone_signalfd(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

// The number that statfs(2) has for the kind of file system that a file lies on; 0 when unknown.
static inline uint64_t tritone_file_system(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (uint64_t)(uint32_t)status.f_type : 0;
}

#endif
