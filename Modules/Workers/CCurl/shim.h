#include <curl/curl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The functions of libcurl that set options and read results are variadic, which Swift cannot call. One function for each type of value. */

static inline CURLcode holocron_curl_set_number(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode holocron_curl_set_size(CURL *easy, CURLoption option, int64_t value) {
  return (curl_easy_setopt)(easy, option, (curl_off_t)value);
}

static inline CURLcode holocron_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode holocron_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode holocron_curl_set_callback(CURL *easy, CURLoption option, size_t (*value)(char *, size_t, size_t, void *)) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline long holocron_curl_number(CURL *easy, CURLINFO info) {
  long value = 0;
  return (curl_easy_getinfo)(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline int64_t holocron_curl_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return (curl_easy_getinfo)(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline CURLcode holocron_curl_owner(CURL *easy, void **owner) { return (curl_easy_getinfo)(easy, CURLINFO_PRIVATE, owner); }

static inline void holocron_curl_watch(CURLM *multi, long connections, curl_socket_callback sockets, curl_multi_timer_callback timer, void *owner) {
  (curl_multi_setopt)(multi, CURLMOPT_MAXCONNECTS, connections);
  (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, sockets);
  (curl_multi_setopt)(multi, CURLMOPT_SOCKETDATA, owner);
  (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, timer);
  (curl_multi_setopt)(multi, CURLMOPT_TIMERDATA, owner);
}

/* Watches a socket in the way that libcurl asks for (CURL_POLL_IN and others). */
static inline void holocron_epoll_set(int poller, int socket, int what) {
  struct epoll_event event = {.events = 0, .data.fd = socket};
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(poller, EPOLL_CTL_DEL, socket, NULL);
    return;
  }
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(poller, EPOLL_CTL_MOD, socket, &event) != 0) epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
}

/* The events of a socket as curl_multi_socket_action expects them. */
static inline int holocron_curl_events(uint32_t events) {
  return (events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
       | (events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
}

/* Names the calling thread, for top -H and gdb. */
static inline void holocron_curl_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
