#include "CRelay.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum { MAX_FRAMES = 33, MAX_SERVICES = 16, MAX_WORKERS = 256, MAX_WAITING = 100000 };
enum { IDENTITY_SIZE = 5, ADDRESS_SIZE = 24, NAME_SIZE = 255 };
enum { REQUEST = 1, CLIENT_PARTIAL = 2, CLIENT_FINAL = 3 };
enum { READY = 1, WORKER_REQUEST = 2, WORKER_PARTIAL = 3, WORKER_FINAL = 4, HEARTBEAT = 5, DISCONNECT = 6 };

struct identity { uint8_t bytes[IDENTITY_SIZE]; };

struct waiting {
  struct waiting *next;
  struct identity client;
  int count;
  zmq_msg_t body[];
};

struct service {
  uint8_t name[NAME_SIZE];
  size_t size;
  struct waiting *first, *last;
  int waiting;
};

struct worker {
  struct identity identity;
  struct service *service;
  long credit, held;
};

struct relay {
  void *socket;
  struct service services[MAX_SERVICES];
  struct worker workers[MAX_WORKERS];
  int service_count, worker_count;
  uint64_t delivery;
};

static bool equals(zmq_msg_t *frame, const void *bytes, size_t size) {
  return zmq_msg_size(frame) == size && memcmp(zmq_msg_data(frame), bytes, size) == 0;
}

// Returns the only byte of a frame, or -1.
static int command_in(zmq_msg_t *frame) { return zmq_msg_size(frame) == 1 ? *(const uint8_t *)zmq_msg_data(frame) : -1; }

// Returns a decimal number, or 1: the credit of workers that announce none.
static long credit_in(zmq_msg_t *frame) {
  const uint8_t *digits = zmq_msg_data(frame);
  size_t size = zmq_msg_size(frame);
  long credit = 0;
  for (size_t index = 0; index < size && credit <= 20000; index++) {
    if (digits[index] < '0' || digits[index] > '9') return 1;
    credit = credit * 10 + (digits[index] - '0');
  }
  return size == 0 ? 1 : credit > 20000 ? 20000 : credit;
}

// Returns the service with this name, which is added if it is new; NULL if the name is not valid or there are too many services.
static struct service *service_named(struct relay *relay, zmq_msg_t *name) {
  size_t size = zmq_msg_size(name);
  for (int index = 0; index < relay->service_count; index++) {
    if (equals(name, relay->services[index].name, relay->services[index].size)) return &relay->services[index];
  }
  if (size == 0 || size > NAME_SIZE || relay->service_count == MAX_SERVICES) return NULL;
  struct service *service = &relay->services[relay->service_count++];
  memcpy(service->name, zmq_msg_data(name), size);
  service->size = size;
  return service;
}

static struct worker *worker_with(struct relay *relay, struct identity identity) {
  for (int index = 0; index < relay->worker_count; index++) {
    if (memcmp(&relay->workers[index].identity, &identity, IDENTITY_SIZE) == 0) return &relay->workers[index];
  }
  return NULL;
}

// Returns the worker of a service that holds the fewest requests, or NULL if none accepts another.
static struct worker *free_worker(struct relay *relay, const struct service *service) {
  struct worker *best = NULL;
  for (int index = 0; index < relay->worker_count; index++) {
    struct worker *worker = &relay->workers[index];
    if (worker->service == service && worker->held < worker->credit && (best == NULL || worker->held < best->held)) best = worker;
  }
  return best;
}

static void send_bytes(struct relay *relay, const void *bytes, size_t size, bool more) {
  zmq_send(relay->socket, bytes, size, more ? ZMQ_SNDMORE : 0);
}

static void send_frames(struct relay *relay, zmq_msg_t *frames, int count) {
  for (int index = 0; index < count; index++) zmq_msg_send(&frames[index], relay->socket, index < count - 1 ? ZMQ_SNDMORE : 0);
}

// Sends identity, header and command.
static void send_head(struct relay *relay, struct identity peer, const char *header, uint8_t command, bool more) {
  send_bytes(relay, peer.bytes, IDENTITY_SIZE, true);
  send_bytes(relay, header, 6, true);
  send_bytes(relay, &command, 1, more);
}

// The address names the client, so that a reply needs no look-up, and has as many bytes as that of Holocron's broker.
static void send_request(struct relay *relay, struct worker *worker, struct identity client, zmq_msg_t *body, int count) {
  uint8_t address[ADDRESS_SIZE] = {0};
  memcpy(address, client.bytes, IDENTITY_SIZE);
  relay->delivery++;
  memcpy(address + 16, &relay->delivery, sizeof relay->delivery);
  worker->held++;
  send_head(relay, worker->identity, "MDPW02", WORKER_REQUEST, true);
  send_bytes(relay, address, ADDRESS_SIZE, true);
  send_bytes(relay, "", 0, true);
  send_frames(relay, body, count);
}

static void enqueue(struct service *service, struct identity client, zmq_msg_t *body, int count) {
  if (service->waiting == MAX_WAITING) return;
  struct waiting *request = malloc(sizeof *request + (size_t)count * sizeof *body);
  if (request == NULL) return;
  request->next = NULL;
  request->client = client;
  request->count = count;
  for (int index = 0; index < count; index++) {
    zmq_msg_init(&request->body[index]);
    zmq_msg_move(&request->body[index], &body[index]);
  }
  if (service->last != NULL) service->last->next = request; else service->first = request;
  service->last = request;
  service->waiting++;
}

// Sends waiting requests to a worker that accepts more.
static void dispatch_waiting(struct relay *relay, struct worker *worker) {
  struct service *service = worker->service;
  while (service->first != NULL && worker->held < worker->credit) {
    struct waiting *request = service->first;
    service->first = request->next;
    if (service->first == NULL) service->last = NULL;
    service->waiting--;
    send_request(relay, worker, request->client, request->body, request->count);
    free(request);
  }
}

// frames: MDPC02, REQUEST, service, body
static void handle_client(struct relay *relay, struct identity client, zmq_msg_t *frames, int count) {
  if (count < 4 || command_in(&frames[1]) != REQUEST) return;
  struct service *service = service_named(relay, &frames[2]);
  if (service == NULL) return;
  struct worker *worker = service->first == NULL ? free_worker(relay, service) : NULL;
  if (worker != NULL) send_request(relay, worker, client, frames + 3, count - 3); else enqueue(service, client, frames + 3, count - 3);
}

// frames: MDPW02, READY, service, credit (optional)
static void handle_ready(struct relay *relay, struct identity identity, zmq_msg_t *frames, int count) {
  struct service *service = count > 2 ? service_named(relay, &frames[2]) : NULL;
  if (service == NULL || relay->worker_count == MAX_WORKERS || worker_with(relay, identity) != NULL) return;
  struct worker *worker = &relay->workers[relay->worker_count++];
  *worker = (struct worker){.identity = identity, .service = service, .credit = count > 3 ? credit_in(&frames[3]) : 1};
  dispatch_waiting(relay, worker);
}

// frames: MDPW02, PARTIAL or FINAL, address, empty, body
static void handle_reply(struct relay *relay, struct worker *worker, int command, zmq_msg_t *frames, int count) {
  if (count < 5 || zmq_msg_size(&frames[2]) != ADDRESS_SIZE || zmq_msg_size(&frames[3]) != 0) return;
  struct identity client;
  memcpy(client.bytes, zmq_msg_data(&frames[2]), IDENTITY_SIZE);
  send_head(relay, client, "MDPC02", command == WORKER_FINAL ? CLIENT_FINAL : CLIENT_PARTIAL, true);
  send_bytes(relay, worker->service->name, worker->service->size, true);
  send_frames(relay, frames + 4, count - 4);
  if (command != WORKER_FINAL) return;
  if (worker->held > 0) worker->held--;
  dispatch_waiting(relay, worker);
}

// frames: MDPW02, command, and what the command has
static void handle_worker(struct relay *relay, struct identity identity, zmq_msg_t *frames, int count) {
  int command = count > 1 ? command_in(&frames[1]) : -1;
  if (command == READY) {
    handle_ready(relay, identity, frames, count);
    return;
  }
  struct worker *worker = worker_with(relay, identity);
  if (worker == NULL) {
    if (command != DISCONNECT) send_head(relay, identity, "MDPW02", DISCONNECT, false);
  } else if (command == WORKER_PARTIAL || command == WORKER_FINAL) {
    handle_reply(relay, worker, command, frames, count);
  } else if (command == HEARTBEAT && count > 2) {
    worker->credit = credit_in(&frames[2]);
    dispatch_waiting(relay, worker);
  } else if (command == HEARTBEAT) {
    send_head(relay, identity, "MDPW02", HEARTBEAT, false);
  } else if (command == DISCONNECT) {
    // The worker waits for this: all its earlier messages have been read.
    send_head(relay, identity, "MDPW02", DISCONNECT, false);
    *worker = relay->workers[--relay->worker_count];
  }
}

// Receives a whole message. Returns the number of frames, which may be larger than that of those stored, or -1.
static int receive(void *socket, zmq_msg_t *frames) {
  for (int count = 0;;) {
    zmq_msg_t *frame = &frames[count < MAX_FRAMES ? count : MAX_FRAMES - 1];
    if (zmq_msg_recv(frame, socket, 0) < 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    count++;
    if (!zmq_msg_more(frame)) return count;
  }
}

static int run(struct relay *relay) {
  // libzmq releases the contents of a frame when it receives into it or sends it.
  zmq_msg_t frames[MAX_FRAMES];
  for (int index = 0; index < MAX_FRAMES; index++) zmq_msg_init(&frames[index]);
  for (;;) {
    int count = receive(relay->socket, frames);
    if (count < 0) return errno;
    if (count < 3 || count > MAX_FRAMES || zmq_msg_size(&frames[0]) != IDENTITY_SIZE) continue;
    struct identity peer;
    memcpy(peer.bytes, zmq_msg_data(&frames[0]), IDENTITY_SIZE);
    if (equals(&frames[1], "MDPC02", 6)) handle_client(relay, peer, frames + 1, count - 1);
    if (equals(&frames[1], "MDPW02", 6)) handle_worker(relay, peer, frames + 1, count - 1);
  }
}

int relay_run(const char *endpoint) {
  void *context = zmq_ctx_new();
  struct relay *relay = calloc(1, sizeof *relay);
  if (context == NULL || relay == NULL) return ENOMEM;
  relay->socket = zmq_socket(context, ZMQ_ROUTER);
  int none = 0;
  int failure = relay->socket == NULL ? errno : 0;
  if (failure == 0) {
    zmq_setsockopt(relay->socket, ZMQ_LINGER, &none, sizeof none);
    zmq_setsockopt(relay->socket, ZMQ_SNDHWM, &none, sizeof none);
    zmq_setsockopt(relay->socket, ZMQ_RCVHWM, &none, sizeof none);
    failure = zmq_bind(relay->socket, endpoint) == 0 ? run(relay) : errno;
    zmq_close(relay->socket);
  }
  free(relay);
  zmq_ctx_term(context);
  return failure;
}
