import CZeroMQ
import TestSupport
import Testing

@testable import MessageBus

@Suite struct SocketTests {
  /// libzmq cancels a heartbeat's timer in time linear in the number of connections: thousands of front-ends on one host must have none.
  @Test func `only tcp connections have heartbeats`() throws {
    let directory = try TemporaryDirectory()
    let socket = try Socket(.router)
    socket.setConnectionOptions(largestMessage: 1 << 20)
    try socket.bind(Endpoint("tcp://127.0.0.1:*"))
    #expect(heartbeatInterval(of: socket) == 2_000)
    try socket.bind(Endpoint("ipc://\(directory.path)/bus"))
    #expect(heartbeatInterval(of: socket) == 0)
    try socket.bind(Endpoint("inproc://heartbeats-\(directory.path)"))
    #expect(heartbeatInterval(of: socket) == 0)
  }

  private func heartbeatInterval(of socket: Socket) -> Int32 {
    var value: Int32 = -1
    var size = MemoryLayout<Int32>.size
    zmq_getsockopt(socket.pointer, ZMQ_HEARTBEAT_IVL, &value, &size)
    return value
  }
}
