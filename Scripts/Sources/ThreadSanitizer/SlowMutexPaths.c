// The slow paths of Synchronization.Mutex, for the thread sanitizer. The compiler inlines the fast paths, whose atomic operations the
// sanitizer sees. The slow paths are in a library without instrumentation and hand the lock over with a futex (FUTEX_LOCK_PI), so the
// sanitizer would report a race for every lock that was contended. These functions take the place of the library's, which they call, and
// tell the sanitizer of the hand-over.

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void (*LockSlow)(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void (*UnlockSlow)(__attribute__((swift_context)) void *mutex);

__attribute__((swiftcall)) void holocronLockSlow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void holocronUnlockSlow(__attribute__((swift_context)) void *mutex) __asm__(UNLOCK_SLOW);

static void *find(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

__attribute__((swiftcall)) void holocronLockSlow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  static LockSlow lockSlow;
  LockSlow next = __atomic_load_n(&lockSlow, __ATOMIC_RELAXED);
  if (next == NULL) __atomic_store_n(&lockSlow, next = (LockSlow)find(LOCK_SLOW), __ATOMIC_RELAXED);
  next(thread, mutex);
  __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void holocronUnlockSlow(__attribute__((swift_context)) void *mutex) {
  static UnlockSlow unlockSlow;
  UnlockSlow next = __atomic_load_n(&unlockSlow, __ATOMIC_RELAXED);
  if (next == NULL) __atomic_store_n(&unlockSlow, next = (UnlockSlow)find(UNLOCK_SLOW), __ATOMIC_RELAXED);
  __tsan_release(mutex);
  next(mutex);
}
