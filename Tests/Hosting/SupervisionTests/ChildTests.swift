import Logging
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Supervision

/// Starts of processes while hardly any file descriptors are free.
struct DescriptorShortageTests {
  /// In a process of its own, which no other test needs descriptors in.
  @Test func `a process that cannot start for lack of file descriptors is started when there are enough`() async throws {
    await #expect(processExitsWith: .success) { try await Self.runOutOfDescriptors() }
  }

  private static func runOutOfDescriptors() async throws {
    let executables = try FakeExecutables()
    let statuses = StatusLog()
    let child = executables.cache { status in statuses.all.withLock { $0.append(status) } }
    await child.start()
    try await eventually("the process is running") { executables.journal.contains("start holocron-cache") }
    let first = try #require(await child.status.pid)
    // Libdispatch needs descriptors for its first timer.
    try await Task.sleep(for: .milliseconds(1))
    // Fills the gaps, so that no descriptor below the limit is free. Open ones remain open.
    let held = try (0..<64).map { _ in try Descriptor.open("/dev/null", for: .reading) }
    defer { withExtendedLifetime(held) {} }
    let limit = try DescriptorLimit.set(Int(held.last?.number ?? 0) + 1)
    // Only the descriptors of this process are free then, which are too few for the next one.
    Signal.kill.send(to: first)
    try await eventually("a start that fails") {
      statuses.all.withLock { $0.contains { $0.lastTermination == .notStarted("Too many open files") } }
    }
    _ = try DescriptorLimit.set(limit)
    try await eventually("the next process") { statuses.last?.state == .running && statuses.last?.pid != first }
    await child.stop()
  }
}

/// Processes that hang before they are ready.
struct SilentStartTests {
  private let executables: FakeExecutables
  private let statuses = StatusLog()
  private let child: Child

  init() throws {
    executables = try FakeExecutables()
    // A process that never tells that it is ready.
    try executables.write("holocron-cache", "exec sleep 600")
    child = executables.cache(silenceLimit: .seconds(20)) { [statuses] status in statuses.all.withLock { $0.append(status) } }
  }

  /// Checks every second of `seconds`.
  private func check(_ seconds: ClosedRange<Int>, from start: SuspendingClock.Instant) async {
    for second in seconds { await child.endIfSilent(at: start + .seconds(second)) }
  }

  @Test func `a process that hangs before it is ready is ended and restarted`() async throws {
    await child.start()
    let start = SuspendingClock().now
    await check(0...179, from: start)
    let first = try #require(await child.status.pid)
    #expect(statuses.last?.state == .running)
    await check(180...180, from: start)
    try await eventually("the next process") { await child.status.pid.map { $0 != first } ?? false }
    let status = try #require(statuses.last)
    #expect(status.restarts == 1)
    #expect(status.lastTermination == .hung(.seconds(180), atStart: true))
    #expect(status.lastTermination?.description == "no sign of life for 3m while it started")
    let log = Files.text("\(executables.folder)/cache-1.log") ?? ""
    #expect(log.contains("no sign of life for 3m while it started; ended with SIGABRT"), "\(log)")
    await child.stop()
  }

  @Test func `a process that waits for its broker is not ended`() async throws {
    await child.start()
    let (start, pid) = (SuspendingClock().now, await child.status.pid)
    for second in 0...300 {
      await child.endIfSilent(at: start + .seconds(second))
      if second.isMultiple(of: 10), let pid { await child.handle(.watchdog, of: pid) }
    }
    #expect(await child.status.pid == pid && pid != nil)
    #expect(statuses.last?.restarts == 0)
    await child.stop()
  }
}

extension FakeExecutables {
  /// Returns a supervised cache worker, which is killed at once when it is stopped.
  fileprivate func cache(silenceLimit: Duration? = nil, report: @escaping @SupervisionActor (ChildStatus) -> Void) -> Child {
    var settings = Supervisor.Settings(executables: folder, runtime: folder, state: folder, killAfter: .zero)
    settings.silenceLimit = silenceLimit
    return Child(
      ChildSpecification("cache-1", executable: "\(folder)/holocron-cache"), settings, logger: .silent, report: report)
  }
}

private final class StatusLog: Sendable {
  let all = Mutex<[ChildStatus]>([])
  var last: ChildStatus? { all.withLock { $0.last } }
}
