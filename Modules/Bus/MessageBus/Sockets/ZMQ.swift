import CZeroMQ

/// The version of libzmq and its socket options, so that only this folder needs to import libzmq.
package enum ZMQ {
  /// The version of the loaded library.
  package static var version: (major: Int, minor: Int, patch: Int) {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    zmq_version(&major, &minor, &patch)
    return (Int(major), Int(minor), Int(patch))
  }

  static let routerMandatory = ZMQ_ROUTER_MANDATORY
  static let xpubVerboser = ZMQ_XPUB_VERBOSER
  static let ipcFilterUser = ZMQ_IPC_FILTER_UID
  static let reconnectInterval = ZMQ_RECONNECT_IVL
  static let backlog = ZMQ_BACKLOG
  static let sendHighWaterMark = ZMQ_SNDHWM
  static let receiveHighWaterMark = ZMQ_RCVHWM
}
