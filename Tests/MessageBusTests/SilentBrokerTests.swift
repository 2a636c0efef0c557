import Glibc
import MessageBus
import TestSupport
import Testing

/// A broker that is stopped (SIGSTOP): its socket is there, and the kernel takes connections that nobody answers.
@Suite struct SilentBrokerTests {
  @Test(arguments: [false, true]) func `a broker that says nothing is not nobody`(failFast: Bool) async throws {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(requests: Endpoint("ipc://\(directory.file("bus"))"))
    let listener = try Self.listen(at: directory.file("bus"))
    let client = try BusClient(address, settings: .init(failFast: failFast))
    let silent = await #expect(throws: BusError.self) {
      try await client.ask("s", Request("GET", Target(["x"])), within: .milliseconds(200))
    }
    #expect(silent?.code == .deadlineExceeded)
    #expect(silent?.message == "the broker at \(address.requests) does not answer; it may be stopped or overloaded")
    close(listener)
    await client.close()
    let another = try BusClient(address, settings: .init(failFast: failFast))
    let gone = await #expect(throws: BusError.self) {
      try await another.ask("s", Request("GET", Target(["x"])), within: .milliseconds(200))
    }
    #expect(gone?.code == .unreachable)
    await another.close()
  }

  private static func listen(at path: String) throws -> Int32 {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    try #require(bound == 0 && Glibc.listen(listener, 8) == 0)
    return listener
  }
}
