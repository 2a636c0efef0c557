#include "CCatalogue.h"

#include <string.h>

// #embed is C23; clang accepts it in every C mode, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char films[] = {
#embed "Data/films.jsonl"
};
static const unsigned char people[] = {
#embed "Data/people.jsonl"
};
static const unsigned char planets[] = {
#embed "Data/planets.jsonl"
};
static const unsigned char species[] = {
#embed "Data/species.jsonl"
};
static const unsigned char starships[] = {
#embed "Data/starships.jsonl"
};
static const unsigned char vehicles[] = {
#embed "Data/vehicles.jsonl"
};

#define FILE_OF(kind) {#kind, kind, sizeof kind}

static const struct catalogue_file files[] = {
  FILE_OF(films), FILE_OF(people), FILE_OF(planets), FILE_OF(species), FILE_OF(starships), FILE_OF(vehicles),
};

const struct catalogue_file *catalogue_file_of(const char *kind) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].kind, kind) == 0) {
      return &files[index];
    }
  }
  return NULL;
}
