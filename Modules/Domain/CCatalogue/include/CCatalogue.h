#ifndef CCATALOGUE_H
#define CCATALOGUE_H

#include <stddef.h>

// A file of Data/, embedded in the program: the records of one kind, UTF-8, one record per line.
struct catalogue_file {
  const char *kind;
  const unsigned char *bytes;
  size_t length;
};

// Returns the file of a kind, or NULL. The bytes are static.
const struct catalogue_file *catalogue_file_of(const char *kind);

#endif
