#ifndef CCATALOGUE_H
#define CCATALOGUE_H

#include <stddef.h>

// The files of Data/, inside the program: one for each kind, UTF-8, one record a line.
struct catalogue_file {
  const char *kind;
  const unsigned char *bytes;
  size_t length;
};

// The file of a kind, or NULL. The bytes live as long as the program.
const struct catalogue_file *catalogue_file_of(const char *kind);

#endif
