// Counts allocations, frees and locks of a watched thread. For tests only: linked into a program,
// these functions replace the C library's and call them.
#ifndef TRITONE_TEST_ALLOCATIONS_H
#define TRITONE_TEST_ALLOCATIONS_H

// Starts counting on the calling thread.
void tritone_watch_begin(void);
// Stops counting; returns the number of allocations, frees and locks of the thread.
long tritone_watch_end(void);

#endif
