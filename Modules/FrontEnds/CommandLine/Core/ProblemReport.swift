import Contracts
import MessageBus
import OrderedJSON
import Presentation
import TerminalText

/// The text of a problem on standard error.
struct ProblemReport: Sendable {
  let problem: Problem
  /// Whether to write one JSON document instead of text, for programs that also read the output.
  let asJSON: Bool
  /// Standard error.
  let surface: Surface

  var text: SafeText {
    if asJSON { return SafeText(problem.json, on: surface) }
    let lines: [SafeText] = ["\(surface.painter.paint("holocron: ", .bad))\(sentence)"] + problem.advice.map { "  \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The title and the detail. For most problems the title alone is too vague; for some the detail alone is.
  private var sentence: String {
    guard let detail = problem.detail else { return problem.title }
    return problem.type == ProblemType.badRequest ? detail : "\(problem.title): \(detail)"
  }
}
