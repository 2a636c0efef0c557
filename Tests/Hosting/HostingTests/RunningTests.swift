import Logging
import MessageBus
import Platform
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import UnixSignals

@testable import Hosting

struct ServiceRunnerTests {
  /// A service that runs until asked to stop and records events in a journal.
  private struct RecordingService: Service {
    let name: String
    let journal: Journal
    /// The work to do when stopping.
    var stopping: @Sendable () async throws -> Void = {}

    func run() async throws {
      journal.write("\(name) runs")
      try? await gracefulShutdown()
      do {
        try await stopping()
        journal.write("\(name) stopped")
      } catch {
        journal.write("\(name) cut short")
        throw error
      }
    }
  }

  private struct FailingService: Service {
    func run() async throws { throw HostError(.unavailable, "unavailable") }
  }

  private struct ReturningService: Service {
    func run() async throws {}
  }

  private final class Journal: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock { $0 } }

    func write(_ line: String) { entries.withLock { $0.append(line) } }
    func wait(for line: String) async throws { try await eventually("'\(line)'") { lines.contains(line) } }
  }

  private func run(
    _ services: [any Service], _ requests: AsyncStream<StopRequest>, limit: Duration = .seconds(30),
    report: @escaping @Sendable (HostError) -> Void = { _ in }
  ) async -> Int32 {
    await ServiceRunner(logger: .silent, stopLimit: limit, report: report, exit: { _ in }).run(services, until: requests)
  }

  @Test func `the first signal drains the services in reverse order`() async throws {
    let journal = Journal()
    let (requests, ask) = AsyncStream.makeStream(of: StopRequest.self)
    async let code = run(
      [RecordingService(name: "broker", journal: journal), RecordingService(name: "worker", journal: journal)], requests)
    try await journal.wait(for: "broker runs")
    try await journal.wait(for: "worker runs")
    ask.yield(.signal(.sigterm))
    #expect(await code == 0)
    #expect(journal.lines.suffix(2) == ["worker stopped", "broker stopped"])
  }

  /// The person who sent the signal knows why the service was cut short, so the log has no error.
  @Test(arguments: [(UnixSignal.sigterm, Int32(143)), (.sigint, 130)])
  func `a second signal stops at once`(signal: UnixSignal, expected: Int32) async throws {
    let (journal, log) = (Journal(), LogRecorder())
    let (requests, ask) = AsyncStream.makeStream(of: StopRequest.self)
    let slow = RecordingService(name: "slow", journal: journal) {
      journal.write("drains")
      try await Task.sleep(for: .seconds(3_600))
    }
    let runner = ServiceRunner(logger: log.logger, stopLimit: .seconds(30), report: { _ in }, exit: { _ in })
    async let code = runner.run([slow], until: requests)
    try await journal.wait(for: "slow runs")
    ask.yield(.signal(.sigterm))
    try await journal.wait(for: "drains")
    ask.yield(.signal(signal))
    #expect(await code == expected)
    #expect(journal.lines.last == "slow cut short")
    #expect(!log.lines.contains { $0.contains("CancellationError") }, "\(log.lines)")
  }

  @Test func `draining is limited in time`() async throws {
    let journal = Journal()
    let (requests, ask) = AsyncStream.makeStream(of: StopRequest.self)
    let stuck = RecordingService(name: "stuck", journal: journal) { try await Task.sleep(for: .seconds(3_600)) }
    async let code = run([stuck], requests, limit: .milliseconds(50))
    try await journal.wait(for: "stuck runs")
    ask.yield(.lifeline)
    #expect(await code == 1)
    #expect(journal.lines.last == "stuck cut short")
  }

  @Test func `a failure stops the other services, determines the exit code and is reported`() async {
    let journal = Journal()
    let (requests, _) = AsyncStream.makeStream(of: StopRequest.self)
    let code = await run([RecordingService(name: "other", journal: journal), FailingService()], requests) { journal.write($0.message) }
    #expect(code == 5)
    #expect(journal.lines.suffix(2) == ["other stopped", "unavailable"])
  }
}

struct StartErrorTests {
  @Test func `an error is one line without control characters`() {
    let error = HostError(.usage, "unknown setting 'a\u{1B}]0;owned\u{7}\u{9B}31m\nb\u{202E}c'")
    #expect(
      error.line(of: "holocron-cache") == "holocron-cache: unknown setting 'a\u{FFFD}]0;owned\u{FFFD}\u{FFFD}31m b\u{FFFD}c'")
  }
}

struct IdleShutdownTests {
  /// The limit and the idle time in milliseconds, listeners in other processes, and the time to the next check in milliseconds.
  @Test(arguments: [
    (600_000, 1_000, 0, 599_000), (600_000, 599_000, 0, 1_000), (600_000, 600_000, 0, nil), (600_000, 700_000, 0, nil),
    // A listener may be the process that started the broker, so the broker keeps running, however long it has been idle.
    (600_000, 1_000, 1, 60_000), (600_000, 86_400_000, 2, 60_000),
    // A short limit is not checked continuously.
    (200, 1_000, 1, 100), (0, 1_000, 0, 86_400_000),
  ]) func `the decision depends on idle time and listeners`(limit: Int, idle: Int, listeners: Int, next: Int?) {
    #expect(
      Host.nextIdleCheck(limit: .milliseconds(limit), idleFor: .milliseconds(idle), listeners: listeners)
        == next.map { .milliseconds($0) })
  }
}

struct WorkerRunnerTests {
  private struct Idle: BusService {
    let name = "test.idle"
    func answer(_ request: Request, parts: ReplyParts) async -> Reply { Reply() }
  }

  /// Waits until a worker of two brokers is ready, of which `isUp` says whether one is running, then stops the worker. Returns whether it was.
  private func isReady(isUp: Bool) async throws -> Bool {
    let directory = try TemporaryDirectory()
    let address = try BusAddress(
      brokers: ["down", "up"].map { try BusAddress(requests: Endpoint("ipc://\(directory.file($0))")) })
    let broker = try isUp ? Broker(binding: [address.brokers[1]], logger: .silent) : nil
    defer { broker?.stop() }
    let worker = try WorkerRunner(Idle(), at: address, settings: BusWorker.Settings(), logger: .silent)
    let (requests, ask) = AsyncStream.makeStream(of: StopRequest.self)
    async let code = ServiceRunner(logger: .silent, stopLimit: .seconds(30), report: { _ in }, exit: { _ in }).run(
      [worker], until: requests)
    if !isUp { ask.yield(.lifeline) }
    let isReady = try await within(.testLimit, "the worker is ready or has ended") { await worker.waitUntilReady() }
    if isUp { ask.yield(.lifeline) }
    #expect(await code == 0)
    return isReady
  }

  @Test func `a worker is ready when one of its brokers knows it, and drains while another is down`() async throws {
    #expect(try await isReady(isUp: true))
    #expect(try await !isReady(isUp: false))
  }
}
