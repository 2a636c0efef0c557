import Client
import Contracts
import Launch
import MessageBus
import OrderedJSON
import Platform

/// Waits for started workers to attach to the bus.
struct WorkerStartup: Sendable {
  let context: Context
  let end: ContinuousClock.Instant

  /// Waits until each service has at least `count` workers. Calls `check` between polls and throws its errors. Throws a problem that names
  /// the missing services when the time is over.
  func wait(for services: [(ServiceName, count: Int)], _ check: () throws(Problem) -> Void = {}) async throws(Problem) {
    let progress = ProgressDisplay(context)
    defer { progress.clear() }
    while true {
      var brokerProblem: Problem?
      var statistics: JSON?
      do throws(Problem) { statistics = try await context.observer.brokerStatistics() } catch { brokerProblem = error }
      let attached = AttachedServices(statistics)
      let missing = services.filter { attached.workers($0.0) < $0.count }.map(\.0.text).joined(separator: " and ")
      if missing.isEmpty { return }
      progress.show("waiting for \(missing)")
      try check()
      guard ContinuousClock.now < end else {
        // A broker that does not reply is the cause of everything else.
        if let brokerProblem, brokerProblem.type == ProblemType.deadline { throw brokerProblem }
        throw Problem(
          504, "the deadline passed", detail: "\(missing) did not start in time; see the logs in \(XDGFolders(context.environment).state)",
          type: ProblemType.deadline)
      }
      try await context.waitForNextPoll()
    }
  }
}

extension Context {
  /// Waits 30 ms, the interval between two polls.
  func waitForNextPoll() async throws(Problem) {
    do { try await Task.sleep(for: .milliseconds(30)) } catch { throw .cancelled }
  }
}
