import TestSupport
import Testing

@testable import MessageBus

/// Memory of messages that wait in the broker.
@Suite struct ReceiveBufferTests {
  /// In processes of their own, whose memory no other test changes.
  @Test func `requests that arrive one by one, and wait or are held by a worker, take little more memory than their size`() async throws {
    await #expect(processExitsWith: .success) { try await Self.keepRequests(inWorker: false) }
    await #expect(processExitsWith: .success) { try await Self.keepRequests(inWorker: true) }
  }

  /// - Parameter isHeld: whether a worker holds the requests; otherwise they wait for one.
  private static func keepRequests(inWorker isHeld: Bool) async throws {
    var settings = Broker.Settings.quick
    settings.grace = .seconds(600)
    // The worker sends no heartbeats.
    settings.heartbeatInterval = .seconds(600)
    try await BusHarness.with(settings: settings) { bus in
      let (client, worker) = (try RawPeer(bus.address.requests), try RawPeer(bus.address.requests))
      if isHeld {
        worker.send("MDPW02", "\u{1}", "nobody", "10000")
        try await eventually("the worker is registered") { bus.broker.statistics.workers == 1 }
      }
      let before = try residentMemory()
      for number in 0..<5_000 {
        client.send("MDPC02", "\u{1}", "nobody", "id", Frame(Array("GET /a-path-too-long-to-be-kept-in-place/\(number)".utf8)), "", "")
        // When this reply has arrived, so has the request before it.
        client.send("MDPC02", "\u{1}", "mmi.service", "nobody")
        try #require(client.receive()?.last == (isHeld ? "200" : "404"))
        if isHeld { try #require(worker.receive() != nil) }
      }
      let growth = try residentMemory() - before
      // Without the mend, libzmq's receive buffers take 90 MiB of addresses, of which more than 40 MiB become resident.
      try #require(growth < 20 << 10, "\(growth) KiB")
    }
  }

  /// The memory of a process in KiB.
  static func residentMemory(_ process: String = "self") throws -> Int {
    let status = try #require(Files.text("/proc/\(process)/status"))
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }

  @Test func `frames keep their content when they leave the receive buffer`() throws {
    let frames = [0, 33, 34, 1_000, 8_192, 10_000].map { size in (0..<size).map { UInt8(truncatingIfNeeded: $0) } }
    let message = Multipart(frames)
    message.leaveReceiveBuffer()
    #expect((0..<message.count).map(message.bytes) == frames)
  }
}
