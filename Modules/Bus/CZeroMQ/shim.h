#include <malloc.h>
#include <nss.h>
#include <stdlib.h>
#include <zmq.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

/* prctl(2) is variadic, which Swift cannot call. Names the calling thread, for top -H and gdb. */
static inline void holocron_name_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

/* srand(3), without all of the C library. */
static inline void holocron_seed_rand(unsigned seed) { srand(seed); }

/* Makes getprotobyname(3) read /etc/protocols alone, without nsswitch.conf(5) and the shared libraries named there. The name of glibc's
   function starts with underscores, which Swift does not import. Returns -1 on failure, which leaves the look-up as it was. */
static inline int holocron_read_protocols_from_files(void) {
  return __nss_configure_lookup("protocols", "files");
}
