import Contracts
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// How a problem is told on standard error.
struct ProblemReport: Sendable {
  let problem: Problem
  /// One JSON document instead of text: what reads the output wants to read the error too.
  let asJSON: Bool
  /// Standard error.
  let surface: Surface

  var text: SafeText {
    if asJSON { return SafeText(problem.json, on: surface) }
    let lines: [SafeText] = ["\(surface.painter.paint("holocron: ", .bad))\(sentence)"] + problem.advice.map { "  \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What went wrong, why. The title alone says too little of most problems, the detail alone too little of some.
  private var sentence: String {
    guard let detail = problem.detail else { return problem.title }
    return problem.type == ProblemType.badRequest ? detail : "\(problem.title): \(detail)"
  }
}
