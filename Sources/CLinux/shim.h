// Descriptors for events and signals, which Swift's Glibc module leaves out.
#ifndef TRITONE_CLINUX_SHIM_H
#define TRITONE_CLINUX_SHIM_H

#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

static inline int tritone_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int tritone_signalfd(const sigset_t *signals) {
    return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

#endif
