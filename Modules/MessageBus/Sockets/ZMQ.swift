import CZeroMQ

/// Socket options under names, so that only this folder imports libzmq.
enum ZMQ {
  static let routerMandatory = ZMQ_ROUTER_MANDATORY
  static let tellAllSubscriptions = ZMQ_XPUB_VERBOSER
  static let immediate = ZMQ_IMMEDIATE
  static let backlog = ZMQ_BACKLOG
  static let heartbeatInterval = ZMQ_HEARTBEAT_IVL
  static let keepAlive = ZMQ_TCP_KEEPALIVE
  /// Seconds of silence until the first probe, seconds between probes, and probes without an answer (tcp(7)).
  static let keepAliveIdle = ZMQ_TCP_KEEPALIVE_IDLE
  static let keepAliveInterval = ZMQ_TCP_KEEPALIVE_INTVL
  static let keepAliveCount = ZMQ_TCP_KEEPALIVE_CNT
  static let mostQueuedToSend = ZMQ_SNDHWM
  static let mostQueuedToRead = ZMQ_RCVHWM
}
