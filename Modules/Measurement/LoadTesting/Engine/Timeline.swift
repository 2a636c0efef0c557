/// The clock of a run: time since its start. Tests replace it.
struct Timeline: Sendable {
  let now: @Sendable () -> Duration
  /// Returns at this time, or at once if it has passed. Throws if the task is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The same for times by which something else should have happened.
  let limit: @Sendable (_ until: Duration) async throws -> Void

  /// Returns a timeline that starts at `start` by the continuous clock.
  static func starting(at start: ContinuousClock.Instant = .now) -> Timeline {
    Timeline(
      now: { start.duration(to: .now) },
      sleep: { time in try await Task.sleep(until: start + time, tolerance: .zero, clock: .continuous) },
      limit: { time in try await Task.sleep(until: start + time, clock: .continuous) })
  }
}
