#pragma once
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

// libcurl, loaded when it is first used: it brings thirty libraries, which would make the start of every worker several times longer. Its
// functions that set options and read results are variadic, which Swift cannot call, so there is one here for each type of value.

// Loads and initialises the library. Returns false if it is missing or older than 7.87. Call this before all other functions.
bool holocron_curl_load(void);

CURL *holocron_curl_easy_init(void);
void holocron_curl_easy_cleanup(CURL *easy);
const char *holocron_curl_easy_strerror(CURLcode code);
CURLcode holocron_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode holocron_curl_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode holocron_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode holocron_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode holocron_curl_set_callback(CURL *easy, CURLoption option, size_t (*value)(char *, size_t, size_t, void *));
long holocron_curl_number(CURL *easy, CURLINFO info);
int64_t holocron_curl_size(CURL *easy, CURLINFO info);
const char *holocron_curl_text(CURL *easy, CURLINFO info);
CURLcode holocron_curl_owner(CURL *easy, void **owner);
struct curl_slist *holocron_curl_slist_append(struct curl_slist *list, const char *text);
void holocron_curl_slist_free_all(struct curl_slist *list);

CURLM *holocron_curl_multi_init(void);
void holocron_curl_multi_cleanup(CURLM *multi);
CURLMcode holocron_curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode holocron_curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode holocron_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running);
CURLMsg *holocron_curl_multi_info_read(CURLM *multi, int *left);
void holocron_curl_watch(CURLM *multi, long connections, curl_socket_callback sockets, curl_multi_timer_callback timer, void *owner);

// Calls `opened` with the socket of each connection, and `close` to close it.
void holocron_curl_watch_sockets(CURL *easy, curl_sockopt_callback opened, curl_closesocket_callback close, void *owner);
// Watches a socket in the way that libcurl asks for (CURL_POLL_IN and others).
void holocron_epoll_set(int poller, int socket, int what);
// The events of a socket as curl_multi_socket_action expects them.
int holocron_curl_events(uint32_t events);
// Names the calling thread, for top -H and gdb.
void holocron_curl_name_thread(const char *name);
