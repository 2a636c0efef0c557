#include <malloc.h>
#include <zmq.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

/* prctl(2) is variadic, which Swift cannot call. Names the calling thread, for top -H and gdb. */
static inline void holocron_name_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}
