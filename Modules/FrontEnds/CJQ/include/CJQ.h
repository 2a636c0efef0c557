#ifndef CJQ_H
#define CJQ_H

#include <stddef.h>

// Runs an expression of jq in a process of its own, because libjq aborts the process when it fails: with an assertion, with a fault, or when memory
// is short. The process is a copy of this one (fork) that runs only C code: other threads may have held locks of Swift's runtime. It has a limit on
// its memory, no descriptors but its end of a socket, and ends with its parent.
typedef struct cjq_evaluator cjq_evaluator;

// Each document gets results, texts and failures, up to a DONE. COMPILED or INVALID comes before the first document.
typedef enum {
  CJQ_COMPILED = 1,
  // The text is the reason that the expression is not valid.
  CJQ_INVALID,
  // The text is JSON.
  CJQ_RESULT,
  // The text is one that the expression writes to standard error.
  CJQ_TEXT,
  // The text is the reason that the expression does not fit the document.
  CJQ_FAILURE,
  CJQ_DONE,
  // The process has reached the limit on its memory, and ends.
  CJQ_NO_MEMORY,
  // Nothing came in time.
  CJQ_TIMEOUT,
  // The process has ended.
  CJQ_ENDED,
} cjq_kind;

typedef struct {
  cjq_kind kind;
  // Valid until the next call; ends with a null byte, which is not counted.
  const char *text;
  size_t length;
} cjq_message;

// Starts a process that compiles `expression` and may take `memory` bytes more than this process has. Returns NULL without descriptors, processes or
// memory.
cjq_evaluator *cjq_start(const char *expression, size_t memory);

// Sends a document as JSON. The process must have finished the one before. If it has ended, cjq_receive says so.
void cjq_send(cjq_evaluator *evaluator, const void *document, size_t length);

// Waits for the next message, up to `milliseconds`.
cjq_message cjq_receive(cjq_evaluator *evaluator, int milliseconds);

// Ends the process if it is running, and frees the evaluator.
void cjq_end(cjq_evaluator *evaluator);

#endif
