#pragma once

#include "CJQ.h"

#include <stdint.h>

// A message begins with its kind and the length of its text.
enum { HEADER = 5, SOCKET = 3 };

static inline uint32_t length_of(const uint8_t *header) {
  return (uint32_t)header[1] | (uint32_t)header[2] << 8 | (uint32_t)header[3] << 16 | (uint32_t)header[4] << 24;
}

static inline void set_header(uint8_t *header, uint8_t kind, uint32_t length) {
  header[0] = kind;
  for (int index = 0; index < 4; index++) header[1 + index] = (uint8_t)(length >> (8 * index));
}

// Runs `expression` for the documents that come from the descriptor SOCKET. Never returns.
__attribute__((noreturn)) void evaluate(const char *expression);
