#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(F) \
  F(easy_init) F(easy_cleanup) F(easy_strerror) F(easy_setopt) F(easy_getinfo) F(slist_append) F(slist_free_all) F(multi_init) F(multi_cleanup) \
  F(multi_setopt) F(multi_add_handle) F(multi_remove_handle) F(multi_socket_action) F(multi_info_read) F(global_init) F(version_info)

#define DECLARE(name) static __typeof__(&curl_##name) name;
FUNCTIONS(DECLARE)

static bool is_loaded;

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) if (!(name = (__typeof__(name))dlsym(library, "curl_" #name))) return;
  FUNCTIONS(FIND)
  is_loaded = version_info(CURLVERSION_NOW)->version_num >= 0x075700 && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool holocron_curl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

CURL *holocron_curl_easy_init(void) { return easy_init(); }
void holocron_curl_easy_cleanup(CURL *easy) { easy_cleanup(easy); }
const char *holocron_curl_easy_strerror(CURLcode code) { return easy_strerror(code); }
CURLcode holocron_curl_set_number(CURL *easy, CURLoption option, long value) { return easy_setopt(easy, option, value); }
CURLcode holocron_curl_set_size(CURL *easy, CURLoption option, int64_t value) { return easy_setopt(easy, option, (curl_off_t)value); }
CURLcode holocron_curl_set_text(CURL *easy, CURLoption option, const char *value) { return easy_setopt(easy, option, value); }
CURLcode holocron_curl_set_pointer(CURL *easy, CURLoption option, void *value) { return easy_setopt(easy, option, value); }

CURLcode holocron_curl_set_callback(CURL *easy, CURLoption option, size_t (*value)(char *, size_t, size_t, void *)) {
  return easy_setopt(easy, option, value);
}

long holocron_curl_number(CURL *easy, CURLINFO info) {
  long value = 0;
  return easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

int64_t holocron_curl_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

const char *holocron_curl_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

CURLcode holocron_curl_owner(CURL *easy, void **owner) { return easy_getinfo(easy, CURLINFO_PRIVATE, owner); }
struct curl_slist *holocron_curl_slist_append(struct curl_slist *list, const char *text) { return slist_append(list, text); }
void holocron_curl_slist_free_all(struct curl_slist *list) { slist_free_all(list); }

CURLM *holocron_curl_multi_init(void) { return multi_init(); }
void holocron_curl_multi_cleanup(CURLM *multi) { multi_cleanup(multi); }
CURLMcode holocron_curl_multi_add_handle(CURLM *multi, CURL *easy) { return multi_add_handle(multi, easy); }
CURLMcode holocron_curl_multi_remove_handle(CURLM *multi, CURL *easy) { return multi_remove_handle(multi, easy); }

CURLMcode holocron_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running) {
  return multi_socket_action(multi, socket, events, running);
}

CURLMsg *holocron_curl_multi_info_read(CURLM *multi, int *left) { return multi_info_read(multi, left); }

void holocron_curl_watch(CURLM *multi, long connections, curl_socket_callback sockets, curl_multi_timer_callback timer, void *owner) {
  multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
  multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, sockets);
  multi_setopt(multi, CURLMOPT_SOCKETDATA, owner);
  multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  multi_setopt(multi, CURLMOPT_TIMERDATA, owner);
}

void holocron_curl_watch_sockets(CURL *easy, curl_sockopt_callback opened, curl_closesocket_callback close, void *owner) {
  easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, opened);
  easy_setopt(easy, CURLOPT_SOCKOPTDATA, owner);
  easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
  easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, owner);
}

void holocron_epoll_set(int poller, int socket, int what) {
  struct epoll_event event = {.events = 0, .data.fd = socket};
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(poller, EPOLL_CTL_DEL, socket, NULL);
    return;
  }
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(poller, EPOLL_CTL_MOD, socket, &event) != 0) epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
}

int holocron_curl_events(uint32_t events) {
  return (events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
       | (events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
}

void holocron_curl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
