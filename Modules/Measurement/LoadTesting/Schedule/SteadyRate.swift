/// The rate of the answers in the second half of a run, when a target that is too slow has a backlog. Exact, unlike a rate over the whole run:
/// that contains the time until the last answers.
struct SteadyRate: Sendable {
  private let window: Range<Duration>
  private let processes: Int
  private var answered = 0
  /// The time that the pieces cover, of all processes.
  private var covered = Duration.zero

  /// Less says little about a rate.
  private static let leastTime = Duration.milliseconds(500)

  init(_ plan: LoadPlan) {
    let end = plan.end ?? .zero
    window = (plan.warmUp + max(.zero, end - plan.warmUp) / 2)..<max(end, plan.warmUp + .nanoseconds(1))
    processes = max(1, plan.processes)
  }

  mutating func add(_ piece: Piece) {
    guard piece.start >= window.lowerBound, piece.end <= window.upperBound else { return }
    answered += piece.sample.measured.answered
    covered += piece.end - piece.start
  }

  /// Answers per second; `nil` if the run was too short to tell.
  var value: Double? {
    let time = covered / processes
    return time >= Self.leastTime ? Double(answered) / (time / .seconds(1)) : nil
  }
}
