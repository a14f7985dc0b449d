// Counts what a thread allocates, frees and locks while it is watched. For tests only: linked into
// a program, it takes the place of the C library's functions and calls them.
#ifndef TRITONE_TEST_ALLOCATIONS_H
#define TRITONE_TEST_ALLOCATIONS_H

// Starts counting on the calling thread.
void tritone_watch_begin(void);
// Stops, and returns how often the thread allocated, freed or locked meanwhile.
long tritone_watch_end(void);

#endif
