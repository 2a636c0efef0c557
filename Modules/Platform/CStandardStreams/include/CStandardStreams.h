#ifndef CSTANDARDSTREAMS_H
#define CSTANDARDSTREAMS_H

// Opens /dev/null for reading in place of each standard stream that a program was started without (`<&-`, `>&-`), so that no other file gets its
// number: what is written to standard output would go there. Reading finds the end of the file, and writing fails with EBADF as without a file.
//
// Every program that links this runs it before its entry point: the concurrency runtime opens descriptors before an asynchronous one.
void standard_streams_open_missing(void);

// Creates a pipe that programs do not inherit (pipe2(2), which Swift does not import). pipe(2) would leave a moment in which they do: one that
// inherits the write end keeps readers from seeing end of file.
int pipe_closed_on_exec(int ends[2]);

// Makes a program that is started with `actions`, a posix_spawn_file_actions_t, inherit its standard streams only (a GNU extension, which
// Swift does not import).
int spawn_close_others(void *actions);

// Gets each connection to a Unix domain socket that listens at `path`, or -1 if there was no descriptor for it. May replace or close it, and set
// -1. Returns whether that must not look like a lack of descriptors.
typedef _Bool (*connection_filter)(const char *path, int *connection);

// Sets the filter of accept4(2), which is defined here: the dynamic linker prefers that to the C library's, for libzmq, too. libzmq ends the
// process if accept4 fails for lack of a descriptor (ipc_listener.cpp); it accepts on a thread of its own, so nobody can stop it in time.
void connections_set_filter(connection_filter filter);

#endif
