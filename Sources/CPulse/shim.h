// Inline functions for libpulse macros, which Swift cannot import.
#ifndef TRITONE_CPULSE_SHIM_H
#define TRITONE_CPULSE_SHIM_H

#include <pulse/pulseaudio.h>

static inline int tritone_context_is_good(pa_context_state_t s) { return PA_CONTEXT_IS_GOOD(s); }

#endif
