import CZeroMQ

/// Socket options, so that only this folder needs to import libzmq.
enum ZMQ {
  static let routerMandatory = ZMQ_ROUTER_MANDATORY
  static let xpubVerboser = ZMQ_XPUB_VERBOSER
  static let immediate = ZMQ_IMMEDIATE
  static let backlog = ZMQ_BACKLOG
  static let sendHighWaterMark = ZMQ_SNDHWM
  static let receiveHighWaterMark = ZMQ_RCVHWM
}
