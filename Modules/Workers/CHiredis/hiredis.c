#include "CHiredis.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>

#define FUNCTIONS(F) \
  F(redisConnectWithTimeout) F(redisSetTimeout) F(redisEnableKeepAlive) F(redisFree) F(redisAppendFormattedCommand) F(redisBufferWrite) \
  F(redisBufferRead) F(redisGetReply) F(redisGetReplyFromReader) F(freeReplyObject)

#define DECLARE(name) static __typeof__(&name) f_##name;
FUNCTIONS(DECLARE)

#define TEXT(value) #value
#define LIBRARY(version) "libhiredis.so." TEXT(version)

static bool is_loaded;

static void load(void) {
  void *library = dlopen(LIBRARY(HIREDIS_SONAME), RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(f_##name = (__typeof__(f_##name))dlsym(library, #name))) return;
  FUNCTIONS(FIND)
  is_loaded = true;
}

bool holocron_redis_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

redisContext *holocron_redis_connect(const char *host, int port, int milliseconds, char *reason, size_t size) {
  struct timeval limit = {milliseconds / 1000, milliseconds % 1000 * 1000};
  redisContext *context = f_redisConnectWithTimeout(host, port, limit);
  if (!context || context->err) {
    snprintf(reason, size, "%s", context ? context->errstr : "out of memory");
    if (context) f_redisFree(context);
    return NULL;
  }
  fcntl(context->fd, F_SETFD, FD_CLOEXEC);
  f_redisSetTimeout(context, limit);
  f_redisEnableKeepAlive(context);
  return context;
}

void holocron_redis_free(redisContext *context) { f_redisFree(context); }

void holocron_redis_make_nonblocking(redisContext *context) {
  context->flags &= ~REDIS_BLOCK;
  fcntl(context->fd, F_SETFL, fcntl(context->fd, F_GETFL) | O_NONBLOCK);
}

bool holocron_redis_append(redisContext *context, const void *bytes, size_t count) {
  return f_redisAppendFormattedCommand(context, bytes, count) == REDIS_OK;
}

bool holocron_redis_write(redisContext *context, bool *is_done) {
  int done = 0;
  bool is_connected = f_redisBufferWrite(context, &done) == REDIS_OK;
  *is_done = done;
  return is_connected;
}

long holocron_redis_read(redisContext *context) {
  size_t before = context->reader->len;
  return f_redisBufferRead(context) == REDIS_OK ? (long)(context->reader->len - before) : -1;
}

bool holocron_redis_reply(redisContext *context, redisReply **reply) {
  void *next = NULL;
  int result = context->flags & REDIS_BLOCK ? f_redisGetReply(context, &next) : f_redisGetReplyFromReader(context, &next);
  *reply = next;
  return result == REDIS_OK;
}

void holocron_redis_free_reply(redisReply *reply) { f_freeReplyObject(reply); }
