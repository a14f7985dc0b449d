// libFuzzer's entry point for programs with a main of their own, from the compiler's library.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*test)(const uint8_t *data, size_t size));
