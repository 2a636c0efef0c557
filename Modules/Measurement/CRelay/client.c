#include "CRelay.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

// The frames of a reply: MDPC02, FINAL, service, ID, status, fields, content.
enum { STATUS = 4, CONTENT = 6, FRAMES = 7 };
enum { ANSWER_TIMEOUT = 10000 };

struct client {
  void *socket;
  const char *service;
  uint8_t *content;
  size_t size;
  uint64_t last_id;
};

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool send_frame(struct client *client, const void *bytes, size_t size, bool more) {
  return zmq_send(client->socket, bytes, size, more ? ZMQ_SNDMORE : 0) >= 0;
}

static bool send_request(struct client *client) {
  uint64_t id = ++client->last_id;
  return send_frame(client, "MDPC02", 6, true) && send_frame(client, "\x01", 1, true)
    && send_frame(client, client->service, strlen(client->service), true) && send_frame(client, &id, sizeof id, true)
    && send_frame(client, "GET /echo", 9, true) && send_frame(client, "deadline: 5000", 14, true)
    && send_frame(client, client->content, client->size, false);
}

// Receives a reply. Returns 0, or an error number: EBADMSG for any reply other than the status 200 with the content that was sent.
static int receive_reply(struct client *client, zmq_msg_t *frame) {
  bool is_right = true;
  int count = 0;
  do {
    if (zmq_msg_recv(frame, client->socket, 0) < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    size_t size = zmq_msg_size(frame);
    if (count == STATUS) is_right = is_right && size == 3 && memcmp(zmq_msg_data(frame), "200", 3) == 0;
    if (count == CONTENT) is_right = is_right && size == client->size && memcmp(zmq_msg_data(frame), client->content, size) == 0;
    count++;
  } while (count == 0 || zmq_msg_more(frame));
  return is_right && count == FRAMES ? 0 : EBADMSG;
}

// Answers until `end` that are each followed by a request; the requests of the last answers are left outstanding.
static int exchange(struct client *client, zmq_msg_t *frame, double end, long *answers) {
  for (*answers = 0; seconds_now() < end; ++*answers) {
    int failure = receive_reply(client, frame);
    if (failure != 0) return failure;
    if (!send_request(client)) return errno;
  }
  return 0;
}

static int measure(struct client *client, int outstanding, double warm_up, double seconds, double *rate) {
  zmq_msg_t frame;
  zmq_msg_init(&frame);
  int failure = 0;
  for (int index = 0; index < outstanding && failure == 0; index++) failure = send_request(client) ? 0 : errno;
  long answers = 0;
  if (failure == 0) failure = exchange(client, &frame, seconds_now() + warm_up, &answers);
  double start = seconds_now();
  if (failure == 0) failure = exchange(client, &frame, start + seconds, &answers);
  *rate = (double)answers / (seconds_now() - start);
  zmq_msg_close(&frame);
  return failure;
}

int client_run(
  const char *endpoint, const char *service, unsigned long size, int outstanding, double warm_up, double seconds, double *rate
) {
  void *context = zmq_ctx_new();
  struct client client = {.service = service, .content = malloc(size + 1), .size = size};
  if (context == NULL || client.content == NULL) return ENOMEM;
  memset(client.content, 'x', size);
  client.socket = zmq_socket(context, ZMQ_DEALER);
  int none = 0, timeout = ANSWER_TIMEOUT;
  int failure = client.socket == NULL ? errno : 0;
  if (failure == 0) {
    zmq_setsockopt(client.socket, ZMQ_LINGER, &none, sizeof none);
    zmq_setsockopt(client.socket, ZMQ_RCVTIMEO, &timeout, sizeof timeout);
    failure = zmq_connect(client.socket, endpoint) == 0 ? measure(&client, outstanding, warm_up, seconds, rate) : errno;
    zmq_close(client.socket);
  }
  free(client.content);
  zmq_ctx_term(context);
  return failure;
}
