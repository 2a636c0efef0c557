import Client
import Contracts
import Launch
import MessageBus
import OrderedJSON

/// Waits until workers that were started have joined the bus.
struct StartOfWorkers: Sendable {
  let context: Context
  let end: ContinuousClock.Instant

  /// Returns when each service has at least so many workers. Throws what `check` throws, which is asked from time to time, and a problem that names what is
  /// missing when the time is up.
  func wait(for services: [(ServiceName, count: Int)], _ check: () throws(Problem) -> Void = {}) async throws(Problem) {
    let progress = ProgressDisplay(context)
    defer { progress.clear() }
    while true {
      var silence: Problem?
      var statistics: JSON?
      do throws(Problem) { statistics = try await context.observer.brokerStatistics() } catch { silence = error }
      let attached = Attached(statistics)
      let missing = services.filter { attached.workers($0.0) < $0.count }.map(\.0.text).joined(separator: " and ")
      if missing.isEmpty { return }
      progress.show("waiting for \(missing)")
      try check()
      guard ContinuousClock.now < end else {
        // A broker that is there and says nothing is the reason for all the rest.
        if let silence, silence.type == ProblemType.deadline { throw silence }
        throw Problem(
          504, "the deadline passed", detail: "\(missing) did not come up; see \(context.environment.stateFolder)",
          type: ProblemType.deadline)
      }
      try await context.pause()
    }
  }
}

extension Context {
  /// The time between two looks at something that tells no events.
  func pause() async throws(Problem) {
    do { try await Task.sleep(for: .milliseconds(30)) } catch { throw Problem(499, "cancelled", type: ProblemType.cancelled) }
  }
}
