import CRelay
import CZeroMQ
import LoadTesting
import MessageBus
import Platform

/// The processes of a benchmark other than Holocron's services. Each runs until it is killed or its standard input ends.
package enum Role: String, CaseIterable, Sendable {
  /// libzmq's forwarder between a ROUTER and a DEALER: `zmq_proxy(3)`.
  case proxy
  /// Forwards MDP requests in place of a broker: ``CRelay/relay_run(_:)``.
  case relay
  /// Echoes messages from the proxy.
  case echo
  /// Echoes requests as an MDP worker with credit, without Holocron code.
  case worker
  /// Echoes requests as the worker of the target `echo` of holocron-load does.
  case service
  /// Sends requests: a round for each line of standard input.
  case clients

  /// The service of ``worker`` and ``service``.
  static let echoService = "bench.echo"

  /// - Parameter arguments: endpoints; ``clients`` take an endpoint, the numbers of clients, of outstanding requests and of requests, and the
  ///   frames of a request.
  package func run(_ arguments: [String]) throws {
    let count = self == .proxy ? 2 : self == .clients ? 5 : 1
    guard arguments.count == count || self == .clients && arguments.count > count else {
      throw BenchmarkError("wrong number of arguments for the role \(rawValue); expected \(count)")
    }
    if self == .clients { return try Self.sendRounds(arguments) }
    try Self.endWithParent()
    switch self {
    case .proxy:
      let (front, back) = (try RawSocket(ZMQ_ROUTER), try RawSocket(ZMQ_DEALER))
      try front.bind(arguments[0])
      try back.bind(arguments[1])
      zmq_proxy(front.pointer, back.pointer, nil)
    case .relay:
      let failure = relay_run(arguments[0])
      throw BenchmarkError("cannot relay at \(arguments[0]): \(String(cString: zmq_strerror(failure)))")
    case .echo, .worker:
      let socket = try RawSocket(ZMQ_DEALER)
      try socket.connect(arguments[0])
      if self == .worker { socket.send([Array("MDPW02".utf8), [0x01], Array(Self.echoService.utf8), Array("64".utf8)]) }
      // REQUEST and FINAL differ in the command frame only: header, command, address, empty, body.
      Self.forward(socket) { index in self == .worker && index == 1 ? 0x04 : nil }
    case .service:
      let worker = try EchoWorker(Self.echoService, at: BusAddress(requests: Endpoint(arguments[0])))
      withExtendedLifetime(worker) { while true { _ = Polling.wait(for: [], within: .seconds(3_600)) } }
    case .clients: break
    }
  }

  /// Ends this process at the end of standard input, whose other end the parent process holds. Until then, writes what is read to `output`.
  private static func endWithParent(forwardingTo output: Descriptor? = nil) throws {
    try BackgroundThread.start {
      while let input = try? StandardStream.input.read(upTo: 256), !input.isEmpty { try? output?.write(input) }
      OwnProcess.exitAtOnce(0)
    }
  }

  /// Writes a line when the clients are connected; then, for each line of standard input, sends the requests and writes the time in seconds.
  private static func sendRounds(_ arguments: [String]) throws {
    let numbers = arguments[1...3].compactMap { Int($0) }.filter { $0 > 0 }
    guard numbers.count == 3 else { throw BenchmarkError("expected three numbers from 1 after the endpoint") }
    let lines = try Pipe()
    try endWithParent(forwardingTo: lines.writeEnd)
    let frames = arguments[4...].map { Array($0.utf8) }
    let group = try ClientGroup(arguments[0], clients: numbers[0], outstanding: numbers[1], frames: frames)
    // Connections and registrations are not measured.
    _ = try group.run(requests: numbers[1])
    StandardStream.output.write(line: "ready")
    while try !lines.readEnd.read(upTo: 256).isEmpty {
      StandardStream.output.write(line: "\(try group.run(requests: numbers[2]) / .seconds(1))")
    }
  }

  /// Sends every message back. `replacing` returns the new first byte for the frame at an index, or `nil` to keep the frame.
  private static func forward(_ socket: RawSocket, replacing: (Int) -> UInt8?) {
    socket.withMessage { message in
      var index = 0
      while true {
        guard zmq_msg_recv(message, socket.pointer, 0) >= 0 else {
          if zmq_errno() == EINTR { continue }
          return
        }
        let more = zmq_msg_more(message) != 0
        // Heartbeats go back unchanged, which keeps this worker alive.
        if let byte = replacing(index), let data = zmq_msg_data(message), data.load(as: UInt8.self) != 0x05 {
          data.storeBytes(of: byte, as: UInt8.self)
        }
        zmq_msg_send(message, socket.pointer, more ? ZMQ_SNDMORE : 0)
        index = more ? index + 1 : 0
      }
    }
  }
}
