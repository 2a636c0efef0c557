#pragma once
#include <hiredis/hiredis.h>
#include <stdbool.h>

// hiredis, loaded when it is first used, because only a store on Redis needs it.

// Loads the library of the version of the headers. Returns false if it is missing. Call this before all other functions.
bool holocron_redis_load(void);

// Connects and blocks for at most `milliseconds` for each address of the host; name servers have their own limits. Returns NULL and writes the
// reason on failure. Programs that this process starts do not inherit the connection.
redisContext *holocron_redis_connect(const char *host, int port, int milliseconds, char *reason, size_t size);
void holocron_redis_free(redisContext *context);
// From here on, reading and writing do not block.
void holocron_redis_make_nonblocking(redisContext *context);

// Appends bytes to those to be written.
bool holocron_redis_append(redisContext *context, const void *bytes, size_t count);
// Writes as much as the socket takes. Returns false if the connection is lost; `is_done` is whether all bytes were written.
bool holocron_redis_write(redisContext *context, bool *is_done);
// Reads up to 16 KiB. Returns the number of bytes, 0 if none have arrived, or -1 if the connection is lost.
long holocron_redis_read(redisContext *context);
// Sets `reply` to the next complete reply, which the caller frees, or to NULL. With a connection that blocks, writes first and waits for the
// reply. Returns false if the connection is lost or the bytes are no replies.
bool holocron_redis_reply(redisContext *context, redisReply **reply);
void holocron_redis_free_reply(redisReply *reply);
