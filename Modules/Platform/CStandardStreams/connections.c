#include "CStandardStreams.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static _Atomic(connection_filter) filter;

void connections_set_filter(connection_filter new_filter) { filter = new_filter; }

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  int connection = (int)syscall(SYS_accept4, listener, address, length, flags);
  int failure = errno;
  if (filter == NULL || (connection < 0 && (failure == EAGAIN || failure == EINTR))) return connection;
  struct {
    struct sockaddr_un address;
    char end;
  } name = {0};
  socklen_t size = sizeof name.address;
  int is_local = getsockname(listener, (struct sockaddr *)&name, &size) == 0 && name.address.sun_family == AF_UNIX;
  if (is_local && filter(name.address.sun_path, &connection)) failure = ECONNABORTED;
  errno = failure;
  return connection;
}
