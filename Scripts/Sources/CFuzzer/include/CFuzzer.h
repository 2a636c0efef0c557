#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of a program, and calls `check` for each input. Part of the libFuzzer of the toolchain; see "Using
/// libFuzzer as a library" in its manual.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*check)(const uint8_t *bytes, size_t count));
