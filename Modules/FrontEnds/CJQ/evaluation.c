#define _GNU_SOURCE
#include "protocol.h"

#include <jq.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *out;
static struct timespec last_flush;
// What libjq has written to stderr, as its function of that name does.
static char *written;
static size_t written_size;
static char *first_message;

static void flush(void) {
  fflush(out);
  clock_gettime(CLOCK_MONOTONIC_COARSE, &last_flush);
}

static void put(cjq_kind kind, const char *text, size_t length) {
  uint8_t header[HEADER];
  if (length > UINT32_MAX) length = UINT32_MAX;
  set_header(header, (uint8_t)kind, (uint32_t)length);
  fwrite(header, 1, HEADER, out);
  fwrite(text, 1, length, out);
}

// Sends what was written to stderr since the last call.
static void put_written(void) {
  fflush(stderr);
  if (written_size == 0) return;
  put(CJQ_TEXT, written, written_size);
  flush();
  rewind(stderr);
}

static void put_string(cjq_kind kind, jv string) {
  put(kind, jv_string_value(string), (size_t)jv_string_length_bytes(jv_copy(string)));
  jv_free(string);
}

// A string without quotation marks, and any other value as JSON.
static void put_reason(jv value) {
  put_string(CJQ_FAILURE, jv_get_kind(value) == JV_KIND_STRING ? value : jv_dump_string(value, 0));
}

// Returns whether an invalid value has a message. Without one, it only marks the end.
static bool put_invalid(jv value) {
  if (!jv_invalid_has_msg(jv_copy(value))) {
    jv_free(value);
    return false;
  }
  put_reason(jv_invalid_get_msg(value));
  return true;
}

static void keep_first_message(void *state, jv message) {
  jv text = jq_format_error(message);
  if (!first_message) first_message = strdup(jv_string_value(text));
  jv_free(text);
}

static void drop_message(void *state, jv message) { jv_free(message); }

// The text is a line with `["DEBUG:",value]`, as jq(1) writes it.
static void put_debug(void *state, jv message) {
  put_written();
  jv line = jv_array_append(jv_array_append(jv_array(), jv_string("DEBUG:")), message);
  put_string(CJQ_TEXT, jv_string_append_str(jv_dump_string(line, 0), "\n"));
  flush();
}

// libjq 1.7 and later calls this in place of writing to stderr.
extern void jq_set_stderr_cb(jq_state *, jq_msg_cb, void *) __attribute__((weak));

static void put_error(void *state, jv message) {
  put_string(CJQ_TEXT, jv_get_kind(message) == JV_KIND_STRING ? message : jv_dump_string(message, 0));
  flush();
}

static void end_without_memory(void *state) {
  put(CJQ_NO_MEMORY, "", 0);
  fflush(out);
  _exit(1);
}

static bool read_all(void *bytes, size_t length) {
  for (char *next = bytes; length > 0;) {
    ssize_t count = read(SOCKET, next, length);
    if (count <= 0) return false;
    next += count;
    length -= (size_t)count;
  }
  return true;
}

// Returns an invalid value if the document is not valid; ends the process if there is none.
static jv next_document(void) {
  uint8_t header[HEADER];
  if (!read_all(header, HEADER)) _exit(0);
  uint32_t length = length_of(header);
  char *text = malloc((size_t)length + 1);
  if (!text) end_without_memory(NULL);
  if (!read_all(text, length)) _exit(0);
  jv document = jv_parse_sized(text, (int)length);
  free(text);
  return document;
}

static void run(jq_state *jq, jv document) {
  jq_start(jq, document, 0);
  clock_gettime(CLOCK_MONOTONIC_COARSE, &last_flush);
  for (;;) {
    jv result = jq_next(jq);
    put_written();
    if (jv_get_kind(result) == JV_KIND_INVALID) {
      if (put_invalid(result) || !jq_halted(jq)) return;
      jv message = jq_get_error_message(jq);
      if (jv_get_kind(message) == JV_KIND_INVALID) return jv_free(message);
      return put_reason(message);
    }
    put_string(CJQ_RESULT, jv_dump_string(result, 0));
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    // Flushes every 50 ms, so that the parent sees that results come.
    if ((now.tv_sec - last_flush.tv_sec) * 1000 + (now.tv_nsec - last_flush.tv_nsec) / 1000000 >= 50) flush();
  }
}

void evaluate(const char *expression) {
  out = fdopen(SOCKET, "w");
  FILE *memory = open_memstream(&written, &written_size);
  jq_state *jq = out && memory ? jq_init() : NULL;
  if (!jq) _exit(1);
  stderr = memory;
  // libjq does not initialize all of these, and fails without the paths and without a source of input.
  jv_nomem_handler(end_without_memory, NULL);
  jq_set_nomem_handler(jq, end_without_memory, NULL);
  jq_set_error_cb(jq, keep_first_message, NULL);
  jq_set_debug_cb(jq, put_debug, NULL);
  if (jq_set_stderr_cb) jq_set_stderr_cb(jq, put_error, NULL);
  jq_util_input_state *input = jq_util_input_init(NULL, NULL);
  jq_util_input_set_parser(input, jv_parser_new(0), 0);
  jq_util_input_add_input(input, "/dev/null");
  jq_set_input_cb(jq, jq_util_input_next_input_cb, input);
  jq_set_attr(jq, jv_string("JQ_ORIGIN"), jv_string("/usr/bin"));
  jq_set_attr(jq, jv_string("JQ_LIBRARY_PATH"), jv_array_append(jv_array(), jv_string("~/.jq")));
  jq_set_attr(jq, jv_string("PROGRAM_ORIGIN"), jv_string("."));
  int is_compiled = jq_compile(jq, expression);
  fflush(stderr);
  rewind(stderr);
  if (!is_compiled) {
    const char *reason = first_message ? first_message : "";
    put(CJQ_INVALID, reason, strlen(reason));
    fflush(out);
    _exit(0);
  }
  jq_set_error_cb(jq, drop_message, NULL);
  put(CJQ_COMPILED, "", 0);
  for (;;) {
    flush();
    jv document = next_document();
    if (jv_get_kind(document) == JV_KIND_INVALID) {
      // libjq limits the nesting of values.
      if (!put_invalid(document)) put_reason(jv_string("the document cannot be read"));
    } else {
      run(jq, document);
    }
    put(CJQ_DONE, "", 0);
  }
}
