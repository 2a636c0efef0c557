import CZeroMQ

/// Socket options under names, so that only this folder imports libzmq.
enum ZMQ {
  static let routerMandatory = ZMQ_ROUTER_MANDATORY
  static let tellAllSubscriptions = ZMQ_XPUB_VERBOSER
  static let immediate = ZMQ_IMMEDIATE
  static let backlog = ZMQ_BACKLOG
  static let mostQueuedToSend = ZMQ_SNDHWM
  static let mostQueuedToRead = ZMQ_RCVHWM
}
