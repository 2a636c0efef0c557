#ifndef CSTANDARDSTREAMS_H
#define CSTANDARDSTREAMS_H

// Opens /dev/null for reading in place of each standard stream that a program was started without (`<&-`, `>&-`), so that no other file gets its
// number: what is written to standard output would go there. Reading finds the end of the file, and writing fails with EBADF as without a file.
//
// Every program that links this runs it before its entry point: the concurrency runtime opens descriptors before an asynchronous one.
void standard_streams_open_missing(void);

#endif
