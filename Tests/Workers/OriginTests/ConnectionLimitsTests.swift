import HTTPTypes
import ServiceTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Origin

/// Clients that make no progress, over real sockets.
@Suite struct ConnectionLimitsTests {
  static let request = FaultWireTests.request
  /// Limits that no test reaches, apart from the ones that it sets.
  static let none = ConnectionLimits(timeout: nil)

  func withLimits(
    _ rules: String = "", _ set: (inout ConnectionLimits) -> Void, _ body: (_ base: String) async throws -> Void
  ) async throws {
    try await withLimits(FaultControl(rules: FaultScript.rules(in: rules, name: "test")), set, body)
  }

  private func withLimits(
    _ control: FaultControl, _ set: (inout ConnectionLimits) -> Void, _ body: (_ base: String) async throws -> Void
  ) async throws {
    var limits = Self.none
    set(&limits)
    try await withOrigin(OriginSettings(port: 0, limits: limits), faults: control) { base, _ in try await body(base) }
  }

  @Test(arguments: ["", request]) func `an idle connection is closed`(sent: String) async throws {
    try await withLimits {
      // Long enough for a request to arrive on a busy machine.
      $0.timeout = sent.isEmpty ? .milliseconds(500) : .seconds(5)
    } _: { base in
      let connection = try await RawConnection(base, sending: sent)
      #expect(try await connection.end() == .closed)
      #expect(connection.received.isEmpty == sent.isEmpty)
    }
  }

  @Test(arguments: ["G", "GET /api/ HTTP/1.1\r\nHost: a\r\n", "POST /api/ HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"])
  func `a request that does not arrive whole is given up`(sent: String) async throws {
    try await withLimits {
      $0.timeout = .seconds(1)
    } _: { base in
      let connection = try await RawConnection(base, sending: sent)
      #expect(try await connection.end() == .closed)
    }
  }

  /// The only place is free for the second client once the first one has lost it.
  @Test func `a client that reads nothing of a huge body loses its connection`() async throws {
    try await withLimits("huge 1GiB requests 1") {
      $0.timeout = .milliseconds(500)
      $0.connections = 1
    } _: { base in
      let stalled = try await RawConnection(base, sending: Self.request, reads: false)
      let next = try await RawConnection(base, sending: Self.request)
      #expect(try await next.received("}").hasPrefix("HTTP/1.1 200 OK\r\n"))
      await next.close()
      await stalled.close()
    }
  }

  @Test func `connections above the maximum wait for a place`() async throws {
    try await withLimits {
      $0.connections = 1
    } _: { base in
      let first = try await RawConnection(base, sending: Self.request)
      _ = try await first.received("}")
      let second = try await RawConnection(base, sending: Self.request)
      // The server has time for the second one while it answers the first one again.
      let answered = first.received.count
      try await first.send(Self.request)
      try await eventually("the first client gets an answer") { first.received.count >= 2 * answered }
      #expect(second.received.isEmpty)
      await first.close()
      _ = try await second.received("}")
      await second.close()
    }
  }

  /// All at once, because each waits for its limits.
  @Test func `faults keep clients waiting beyond all limits`() async throws {
    try await withThrowingTaskGroup { group in
      for rule in ["hang", "hang accept", "hang headers", "hang body", "hang end", "drip 1/1h", "latency 1h"] {
        group.addTask { try await keepsWaiting(rule) }
      }
      try await group.waitForAll()
    }
  }

  private func keepsWaiting(_ rule: String) async throws {
    let control = try FaultControl(rules: try FaultScript.rules(in: "\(rule) requests 1", name: "test"))
    try await withLimits(control) {
      // Long enough for a request to arrive on a busy machine.
      $0.timeout = .seconds(5)
    } _: { base in
      let waiting = try await RawConnection(base, sending: rule == "hang accept" ? "" : Self.request)
      // A fault that ends with the first connection is not for the next one.
      try await eventually("the server accepts the first connection") { control.update { schedule, _ in schedule.connections } >= 1 }
      // Connected later, so the limits of the first one have passed when this one ends.
      let idle = try await RawConnection(base, sending: "")
      _ = try await idle.end()
      #expect(waiting.isOpen, "\(rule)")
      await waiting.close()
    }
  }

  @Test func `the admin endpoint waits no longer for a body`() async throws {
    var limits = Self.none
    limits.timeout = .seconds(1)
    try await withListening {
      AdminServer(FaultControl(), port: 0, limits: limits, logger: .silent, onListening: $0)
    } _: { url in
      let connection = try await RawConnection(url, sending: "POST /rules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nstatus")
      #expect(try await connection.end() == .closed)
    }
  }

  /// Answers after an hour, unless it is cancelled before.
  final class SlowSource: AnswerSource {
    let cancellations = Mutex(0)
    let requests = Mutex(0)
    var basePath: String { "/api" }

    func answer(_ request: SWAPIRequest, localAuthority: String) async -> ResponsePlan {
      requests.withLock { $0 += 1 }
      do { try await Task.sleep(for: .seconds(3_600)) } catch { cancellations.withLock { $0 += 1 } }
      return ResponsePlan(status: .ok)
    }
  }

  @Test func `work for a client that has reset its connection ends`() async throws {
    let source = SlowSource()
    try await withOrigin(source: source) { base, _ in
      let connection = try await RawConnection(base, sending: Self.request)
      try await eventually("the request arrives") { source.requests.withLock { $0 } == 1 }
      await connection.reset()
      try await eventually("the work ends") { source.cancellations.withLock { $0 } == 1 }
    }
  }
}
