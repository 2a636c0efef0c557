#ifndef CRELAY_H
#define CRELAY_H

// Binds a ROUTER socket to `endpoint` and forwards requests and replies of MDP 0.2 (ZeroMQ RFC 18) between the clients and the workers that
// connect to it. Workers may announce credit in READY and in HEARTBEAT, as Modules/Bus/MessageBus/GRAMMAR.md describes. A request goes to the
// worker of its service that holds the fewest requests, and waits if all of them hold as many as they accept.
//
// This is the least that a broker must do, as a measure for one. Peers must not send an empty first frame. Nothing is limited, timed out,
// delivered again or shared fairly; the relay answers heartbeats but starts none.
//
// Returns only if the socket fails: an error number for zmq_strerror.
int relay_run(const char *endpoint);

// Connects a DEALER socket to `endpoint` and keeps `outstanding` requests of `size` bytes outstanding at a worker that echoes: the least that a
// load tester must do, as a measure for one. Each request has the frames of a request of Holocron, and each reply is compared with what was sent.
// Sets `rate` to the replies per second during `seconds` that follow `warm_up` seconds.
//
// Returns 0, or an error number: EAGAIN if a reply takes longer than 10 s, EBADMSG if a reply is wrong.
int client_run(
  const char *endpoint, const char *service, unsigned long size, int outstanding, double warm_up, double seconds, double *rate);

#endif
