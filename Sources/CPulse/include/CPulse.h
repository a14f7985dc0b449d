// libpulse, which is loaded on demand, and inline functions for its macros, which Swift cannot
// import.
#ifndef TRITONE_CPULSE_H
#define TRITONE_CPULSE_H

#include <pulse/pulseaudio.h>

// Loads the library with all its functions unless loaded; returns NULL, or the reason of a failure.
// No function loads it: until then, and without it, each fails without effect.
const char *tritone_load_pulse(void);

static inline int tritone_context_is_good(pa_context_state_t s) { return PA_CONTEXT_IS_GOOD(s); }

#endif
