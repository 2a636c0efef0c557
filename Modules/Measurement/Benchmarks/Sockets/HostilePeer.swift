import CZeroMQ

/// A peer that takes as much of a broker's time as it can.
enum HostilePeer: String, CaseIterable, Sendable {
  /// Connects, asks once and disconnects.
  case reconnecting
  /// Subscribes to topics that the broker answers with an event, and unsubscribes.
  case subscribing
  /// Sends requests and reads no reply.
  case deaf
  /// Keeps a thousand requests outstanding.
  case flooding

  /// Attacks a broker until the process ends.
  /// - Parameters:
  ///   - bus: the endpoint of the broker for requests.
  ///   - events: its endpoint for events.
  func attack(_ bus: String, events: String) throws(BenchmarkError) {
    let request = BusRequest(echoOf: 200).frames
    switch self {
    case .reconnecting:
      while true {
        let socket = try RawSocket(connectedTo: bus)
        socket.send(request)
        _ = socket.receiveFrames()
      }
    case .subscribing:
      let socket = try RawSocket(ZMQ_SUB)
      try socket.connect(events)
      var number = 0
      while true {
        let topic = Array("~listening/\(String(number, radix: 16))".utf8)
        for option in [ZMQ_SUBSCRIBE, ZMQ_UNSUBSCRIBE] { zmq_setsockopt(socket.pointer, option, topic, topic.count) }
        number += 1
      }
    case .deaf:
      let socket = try RawSocket(ZMQ_DEALER)
      var limit: Int32 = 1
      zmq_setsockopt(socket.pointer, ZMQ_RCVHWM, &limit, MemoryLayout<Int32>.size)
      try socket.connect(bus)
      while true { socket.send(request) }
    case .flooding:
      let socket = try RawSocket(connectedTo: bus)
      for _ in 0..<1_000 { socket.send(request) }
      while true {
        _ = socket.receiveFrames()
        socket.send(request)
      }
    }
  }
}
