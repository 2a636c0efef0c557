import CZeroMQ
import Testing

@testable import MessageBus

@Suite struct SocketTests {
  /// libzmq cancels a heartbeat's timer in time linear in the number of connections, so that thousands of front-ends would stop its I/O thread.
  @Test func `the kernel watches connections, and no timer of libzmq does`() throws {
    let socket = try Socket(.router)
    socket.setConnectionOptions(largestMessage: 1 << 20)
    #expect(option(ZMQ_HEARTBEAT_IVL, of: socket) == 0)
    #expect(option(ZMQ_TCP_KEEPALIVE, of: socket) == 1)
  }

  private func option(_ option: Int32, of socket: Socket) -> Int32 {
    var value: Int32 = -1
    var size = MemoryLayout<Int32>.size
    zmq_getsockopt(socket.pointer, option, &value, &size)
    return value
  }
}
