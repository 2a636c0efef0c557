import Contracts
public import Localization
public import MessageBus
import OrderedJSON
public import Presentation
public import Text

/// The text of a problem on standard error.
public struct ProblemReport: Sendable {
  let problem: Problem
  let program: String
  let asJSON: Bool
  let surface: Surface
  let bus: String?
  let language: any Language

  /// - Parameters:
  ///   - program: The name of the program, with which the message begins.
  ///   - asJSON: Whether to write one JSON document instead of text, for programs that also read the output.
  ///   - surface: The properties of standard error.
  ///   - bus: The value of `--bus`, for advice.
  ///   - language: The language of the title, the advice and common details. Other details are in English.
  public init(
    _ problem: Problem, of program: String, asJSON: Bool = false, on surface: Surface, bus: String? = nil,
    in language: any Language = English()
  ) {
    self.problem = problem
    self.program = program
    self.asJSON = asJSON
    self.surface = surface
    self.bus = bus
    self.language = language
  }

  public var text: SafeText {
    if asJSON { return SafeText(problem.json, on: surface) }
    let lines: [SafeText] =
      ["\(surface.painter.paint("\(program): ", .bad))\(sentence)"] + problem.advice(bus: bus, in: language).map { "  \($0)" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The title and the detail. For most problems the title alone is too vague; for some the detail alone is.
  private var sentence: String {
    guard problem.type == ProblemType.badRequest, let detail = problem.detail(in: language) else { return problem.sentence(in: language) }
    return detail
  }
}
