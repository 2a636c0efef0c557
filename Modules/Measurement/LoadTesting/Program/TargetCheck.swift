import Contracts
import MessageBus
import OrderedJSON

/// Finds out, before anything is measured, whether the target answers.
struct TargetCheck: Sendable {
  let call: Call
  /// The timeout of a request.
  let timeout: Duration

  /// Attempts before the target counts as unreachable: its workers may just be starting.
  private static let attempts = 3
  /// A worker that is starting may need longer than a shorter timeout.
  private static let startTime = Duration.seconds(1)

  /// Only connects to an HTTP server; sends one request on the bus, or a few if there is no answer. Throws a 503 if the target does not answer
  /// at all; an error is an answer, which the run counts.
  func run(_ sender: any RequestSender) async throws(Problem) {
    var answer = Answer()
    for _ in 0..<Self.attempts {
      if let http = sender as? HTTPSender { answer = await http.connect(call) } else { answer = await sender.send(call, lane: 0) }
      if isOfTarget(answer) { return }
      if Task.isCancelled { throw .cancelled }
      if isTimeout(answer), timeout >= Self.startTime { break }
    }
    throw Problem(503, "the target does not answer", detail: "\(call.payload.text): \(reason(answer))")
  }

  private func isOfTarget(_ answer: Answer) -> Bool {
    guard let status = answer.status else { return false }
    // The bus answers so in the place of a target that is not there.
    guard status == 503 || status == 504, let type = Self.problem(answer)?.type else { return true }
    return ![ProblemType.noBus, ProblemType.noWorker, ProblemType.deadline].contains(type)
  }

  private func isTimeout(_ answer: Answer) -> Bool {
    guard answer.status != nil else { return answer.failure == BusErrorCode.deadlineExceeded.description }
    return Self.problem(answer)?.type == ProblemType.deadline
  }

  private func reason(_ answer: Answer) -> String {
    if isTimeout(answer) { return "timed out after \(Quantity.shortDuration(timeout)); increase --timeout" }
    guard let status = answer.status else { return answer.failure }
    let problem = Self.problem(answer)
    return problem?.detail ?? problem?.title ?? "status \(status)"
  }

  private static func problem(_ answer: Answer) -> Problem? { (try? JSON(parsing: answer.body)).flatMap { Problem($0) } }
}
