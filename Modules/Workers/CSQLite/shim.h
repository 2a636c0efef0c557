#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast of an integer to a function, which Swift does not import. */
static inline int holocron_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, count == 0 ? "" : text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int holocron_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT);
}

/* SQLITE_IOERR_SHORT_READ is an expression, which Swift does not import. */
static const int holocron_ioerr_short_read = SQLITE_IOERR_SHORT_READ;
