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

extension FakeExecutables {
  /// Returns a supervised cache worker, which is killed at once when it is stopped.
  fileprivate func cache(report: @escaping @SupervisionActor (ChildStatus) -> Void) -> Child {
    let settings = Supervisor.Settings(executables: folder, runtime: folder, state: folder, killAfter: .zero)
    return Child(ChildSpecification("cache-1", executable: "\(folder)/holocron-cache"), settings, logger: .silent, report: report)
  }
}

private final class StatusLog: Sendable {
  let all = Mutex<[ChildStatus]>([])
  var last: ChildStatus? { all.withLock { $0.last } }
}
