import Contracts
import MessageBus
import OrderedJSON
import Presentation

/// How a problem is told on standard error.
struct ProblemReport: Sendable {
  let problem: Problem
  /// One JSON document instead of text: what reads the output wants to read the error too.
  let asJSON: Bool
  let painter: Painter

  var text: String {
    if asJSON { return problem.json.text() + "\n" }
    var lines = [painter.paint("holocron: ", .bad) + sentence]
    lines += problem.advice.map { "  " + $0.printable }
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  /// What went wrong, why. The title alone says too little of most problems, the detail alone too little of some.
  private var sentence: String {
    guard let detail = problem.detail else { return problem.title.printable }
    return problem.type == Problem.Kind.badRequest ? detail.printable : "\(problem.title): \(detail)".printable
  }
}
