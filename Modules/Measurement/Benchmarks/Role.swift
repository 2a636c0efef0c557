import CZeroMQ
import Platform

/// The processes of a benchmark other than Holocron's services. Each runs until it is killed or its standard input ends.
public enum Role: String, CaseIterable, Sendable {
  /// libzmq's forwarder between a ROUTER and a DEALER: `zmq_proxy(3)`.
  case proxy
  /// Echoes messages from the proxy.
  case echo
  /// Echoes requests as an MDP worker with credit (service `bench.echo`), without Holocron code.
  case worker

  public func run(_ endpoints: [String]) throws(BenchmarkError) {
    guard endpoints.count == (self == .proxy ? 2 : 1) else {
      throw BenchmarkError("wrong number of endpoints for the role \(rawValue); expected \(self == .proxy ? 2 : 1)")
    }
    try Self.endWithParent()
    switch self {
    case .proxy:
      let (front, back) = (try RawSocket(ZMQ_ROUTER), try RawSocket(ZMQ_DEALER))
      try front.bind(endpoints[0])
      try back.bind(endpoints[1])
      zmq_proxy(front.pointer, back.pointer, nil)
    case .echo:
      let socket = try RawSocket(ZMQ_DEALER)
      try socket.connect(endpoints[0])
      Self.forward(socket) { _ in nil }
    case .worker:
      let socket = try RawSocket(ZMQ_DEALER)
      try socket.connect(endpoints[0])
      socket.send([Array("MDPW02".utf8), [0x01], Array("bench.echo".utf8), Array("64".utf8)])
      // REQUEST and FINAL differ in the command frame only: header, command, address, empty, body.
      Self.forward(socket) { index in index == 1 ? 0x04 : nil }
    }
  }

  /// Ends this process at the end of standard input, whose other end the parent process holds.
  private static func endWithParent() throws(BenchmarkError) {
    do {
      try BackgroundThread.start {
        while let input = try? StandardStream.input.read(upTo: 256), !input.isEmpty {}
        OwnProcess.exitAtOnce(0)
      }
    } catch { throw BenchmarkError("cannot watch standard input: \(error.reason)") }
  }

  /// Sends every message back. `replacing` returns the new first byte for the frame at an index, or `nil` to keep the frame.
  private static func forward(_ socket: RawSocket, replacing: (Int) -> UInt8?) {
    let message = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
    zmq_msg_init(message)
    var index = 0
    while true {
      guard zmq_msg_recv(message, socket.pointer, 0) >= 0 else {
        if zmq_errno() == EINTR { continue }
        return
      }
      let more = zmq_msg_more(message) != 0
      if let byte = replacing(index), let data = zmq_msg_data(message) {
        // Heartbeats go back unchanged, which keeps this worker alive.
        if data.load(as: UInt8.self) != 0x05 { data.storeBytes(of: byte, as: UInt8.self) }
      }
      zmq_msg_send(message, socket.pointer, more ? ZMQ_SNDMORE : 0)
      zmq_msg_init(message)
      index = more ? index + 1 : 0
    }
  }
}
