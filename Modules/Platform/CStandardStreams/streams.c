#define _GNU_SOURCE
#include "CStandardStreams.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

__attribute__((constructor)) void standard_streams_open_missing(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    // The lowest free number is this one, since those below are open.
    if (fcntl(number, F_GETFD) < 0) open("/dev/null", O_RDONLY);
  }
}

int pipe_closed_on_exec(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int spawn_close_others(void *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
}
