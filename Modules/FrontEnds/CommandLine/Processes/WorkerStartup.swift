import Client
import Console
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation

/// Waits for started workers to attach to the bus.
struct WorkerStartup: Sendable {
  private let context: Context
  private let end: ContinuousClock.Instant
  private let broker: any Repository

  /// The time the broker has for each reply. A request outlives a broker that goes away, and would otherwise wait for the deadline.
  private static let replyLimit = Duration.seconds(3)

  init(context: Context, end: ContinuousClock.Instant) {
    self.context = context
    self.end = end
    broker = BusRepository(context.address, .capped(Self.replyLimit, until: context.deadline))
  }

  /// Waits until each service has at least `count` workers. Throws a problem that names the missing services when the time is over.
  ///
  /// - Parameter isCurrent: called before and after each poll: whether the fleet that is waited for runs. If not, the workers on the bus are
  ///   those of an earlier fleet, and they are about to end. Its errors end the wait.
  func wait(for services: [(ServiceName, count: Int)], _ isCurrent: () throws(Problem) -> Bool) async throws(Problem) {
    let progress = ProgressDisplay(context, .verbatim("starting"))
    defer { progress.clear() }
    var lastReply: ContinuousClock.Instant?
    // The first request without a reply since the last reply.
    var silence: Problem?
    while true {
      var statistics: JSON?
      if try isCurrent() {
        do throws(Problem) {
          statistics = try await broker.brokerStatistics()
          lastReply = ContinuousClock.now
          silence = nil
        } catch {
          if silence == nil, error.type == ProblemType.deadline { silence = error }
        }
      }
      let attached = AttachedServices(statistics)
      let missing = services.filter { attached.workers($0.0) < $0.count }.map(\.0)
      // The supervisor may have been killed meanwhile.
      if try isCurrent(), missing.isEmpty { return }
      progress.show(.verbatim("waiting for \(missing.map(\.text).joined(separator: ", "))"))
      progress.show(done: services.count - missing.count, of: services.count)
      try checkProcesses(of: missing)
      try await Launcher.waitForNextPoll()
      guard remaining > .zero else {
        // A broker that does not reply is the cause of everything else. A last request may have had too little time for its reply.
        let isSilent = lastReply.map { $0 + Self.replyLimit < ContinuousClock.now } ?? true
        if isSilent, let silence { throw silence }
        throw problem(missing, attached)
      }
    }
  }

  /// The time until ``end`` or the deadline of the command, whichever is earlier.
  private var remaining: Duration { min(ContinuousClock.now.duration(to: end), context.deadline.remaining) }

  /// Names the missing services and, if one of their processes keeps ending, its last error: more time would not help then.
  private func problem(_ missing: [ServiceName], _ attached: AttachedServices) -> Problem {
    let late = "\(missing.map(\.text).joined(separator: " and ")) did not start in time"
    if let failure = failure(of: missing) {
      return incomplete(failure, "\(late): \(failure.sentence)")
    }
    // Ready once, so it hangs or is stopped: its log need not say why.
    let silent = UnresponsiveWorker.all(in: context.fleetState, attached: attached.workers) { attached.offers($0) ? nil : [] }
    if let worker = silent.first(where: { missing.contains($0.service) }) {
      return Problem(503, "the fleet is incomplete", detail: "\(worker.finding); \(worker.remedy)")
    }
    return Problem(
      504, "the deadline passed", detail: "\(late); see the logs in \(context.launcher.fleetLogFolder)", type: ProblemType.deadline)
  }

  /// Throws if the supervisor has given up a process of the missing services: more time would not help.
  private func checkProcesses(of missing: [ServiceName]) throws(Problem) {
    guard let failure = failure(of: missing), failure.isFinal else { return }
    throw incomplete(failure, "\(failure.sentence); correct the cause, then run holocron restart \(failure.process)")
  }

  /// Returns why a process of the missing services does not run. Without the broker, all are missing.
  private func failure(of missing: [ServiceName]) -> SupervisorState.Failure? {
    let kinds = ProcessNames.kinds.filter { missing.contains($0.service) }.map(\.name) + ["broker"]
    return SupervisorState.failure(in: context.launcher.runtimeFolder, of: context.launcher.supervisor.holder, among: Set(kinds))
  }

  /// Returns the problem of a process that does not run, after a note with the last lines of its log.
  private func incomplete(_ failure: SupervisorState.Failure, _ cause: String) -> Problem {
    let lines = SupervisorState.lastLines(Self.shownLines, of: failure.log)
    if !lines.isEmpty { context.note("holocron: the last lines of \(failure.log):") }
    for line in lines { context.note("  \(line)") }
    return Problem(503, "the fleet is incomplete", detail: "\(cause); see the log: \(failure.log)")
  }

  /// The number of lines of a log that explain a failure.
  private static let shownLines = 5
}
