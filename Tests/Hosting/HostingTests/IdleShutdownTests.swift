import Testing

@testable import Hosting

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
