#define _GNU_SOURCE
#include "protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cjq_evaluator {
  pid_t process;
  int socket;
  uint8_t *buffer;
  size_t capacity, start, end;
  // The byte after a message that its null byte has replaced.
  uint8_t replaced;
  size_t replaced_at;
};

static void limit(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur <= value) return;
  limit.rlim_cur = value;
  setrlimit(resource, &limit);
}

// The size of the address space of this process; 0 without /proc.
static size_t own_size(void) {
  char text[64] = "";
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  return count > 0 ? (size_t)strtoull(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

// Ends the process if the other end of the socket is closed: libjq may never read from it again.
static void end_if_alone(int number) {
  (void)number;
  int saved = errno;
  struct pollfd socket = {.fd = SOCKET, .events = POLLRDHUP};
  if (poll(&socket, 1, 0) > 0) _exit(1);
  errno = saved;
}

// Leaves nothing of the parent but its memory.
static void separate(int socket, size_t memory) {
  const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGTSTP, SIGWINCH};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], SIG_DFL);
  // The parent ends this process, also after Ctrl-C.
  signal(SIGINT, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int null = open("/dev/null", O_RDWR);
  for (int number = 0; number < SOCKET; number++) {
    if (null >= 0) dup2(null, number); else close(number);
  }
  if (socket != SOCKET) dup2(socket, SOCKET);
  int is_closed = -1;
#ifdef SYS_close_range
  is_closed = (int)syscall(SYS_close_range, SOCKET + 1, ~0U, 0);
#endif
  // Linux before 5.9.
  if (is_closed != 0) for (int number = SOCKET + 1; number < 1024; number++) close(number);
  // The kernel sends SIGIO when the other end is closed. A signal for the end of the parent would also come at the end of the thread that forked.
  struct sigaction action = {.sa_handler = end_if_alone, .sa_flags = SA_RESTART};
  sigaction(SIGIO, &action, NULL);
  fcntl(SOCKET, F_SETOWN, getpid());
  fcntl(SOCKET, F_SETFL, O_ASYNC);
  size_t size = own_size();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, size > SIZE_MAX - memory ? RLIM_INFINITY : size + memory);
}

cjq_evaluator *cjq_start(const char *expression, size_t memory) {
  int ends[2];
  cjq_evaluator *evaluator = calloc(1, sizeof *evaluator);
  if (!evaluator) return NULL;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    free(evaluator);
    return NULL;
  }
  // Without the signals, a handler of the parent cannot run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) {
    separate(ends[1], memory);
    evaluate(expression);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    free(evaluator);
    return NULL;
  }
  evaluator->process = process;
  evaluator->socket = ends[0];
  return evaluator;
}

static int send_all(int socket, const uint8_t *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = send(socket, bytes, length, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    bytes += count;
    length -= (size_t)count;
  }
  return 1;
}

void cjq_send(cjq_evaluator *evaluator, const void *document, size_t length) {
  uint8_t header[HEADER];
  set_header(header, 0, (uint32_t)length);
  if (send_all(evaluator->socket, header, HEADER)) send_all(evaluator->socket, document, length);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Makes room for `size` bytes from the start of the message, and for a null byte.
static int reserve(cjq_evaluator *evaluator, size_t size) {
  if (evaluator->start > 0 && evaluator->start + size + 1 > evaluator->capacity) {
    memmove(evaluator->buffer, evaluator->buffer + evaluator->start, evaluator->end - evaluator->start);
    evaluator->end -= evaluator->start;
    evaluator->start = 0;
  }
  if (size + 1 <= evaluator->capacity) return 1;
  size_t capacity = evaluator->capacity * 2 > size + 1 ? evaluator->capacity * 2 : size + 1;
  uint8_t *buffer = realloc(evaluator->buffer, capacity);
  if (!buffer) return 0;
  evaluator->buffer = buffer;
  evaluator->capacity = capacity;
  return 1;
}

// Reads until there are `size` bytes from the start of the message. Returns the reason that there are not, or 0.
static int fill(cjq_evaluator *evaluator, size_t size, int64_t end) {
  if (evaluator->end - evaluator->start >= size) return 0;
  if (!reserve(evaluator, size < 65536 ? 65536 : size)) return CJQ_NO_MEMORY;
  while (evaluator->end - evaluator->start < size) {
    struct pollfd socket = {.fd = evaluator->socket, .events = POLLIN};
    int64_t rest = end - now();
    int ready = poll(&socket, 1, rest > 0 ? (int)rest : 0);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return CJQ_TIMEOUT;
    ssize_t count = recv(evaluator->socket, evaluator->buffer + evaluator->end, evaluator->capacity - 1 - evaluator->end, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return CJQ_ENDED;
    evaluator->end += (size_t)count;
  }
  return 0;
}

cjq_message cjq_receive(cjq_evaluator *evaluator, int milliseconds) {
  int64_t end = now() + milliseconds;
  if (evaluator->replaced_at > 0) evaluator->buffer[evaluator->replaced_at] = evaluator->replaced;
  evaluator->replaced_at = 0;
  int failure = fill(evaluator, HEADER, end);
  if (failure) return (cjq_message){(cjq_kind)failure, "", 0};
  size_t length = length_of(evaluator->buffer + evaluator->start);
  failure = fill(evaluator, HEADER + length, end);
  if (failure) return (cjq_message){(cjq_kind)failure, "", 0};
  const uint8_t *message = evaluator->buffer + evaluator->start;
  evaluator->start += HEADER + length;
  evaluator->replaced_at = evaluator->start;
  evaluator->replaced = evaluator->buffer[evaluator->start];
  evaluator->buffer[evaluator->start] = 0;
  return (cjq_message){(cjq_kind)message[0], (const char *)message + HEADER, length};
}

void cjq_end(cjq_evaluator *evaluator) {
  close(evaluator->socket);
  kill(evaluator->process, SIGKILL);
  while (waitpid(evaluator->process, NULL, 0) < 0 && errno == EINTR) {}
  free(evaluator->buffer);
  free(evaluator);
}
