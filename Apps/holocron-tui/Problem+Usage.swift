import Contracts
import MessageBus
import OrderedJSON

extension Problem {
  /// A mistake on the command line.
  static func usage(_ detail: String, _ suggestions: [String] = []) -> Problem {
    var problem = Problem(400, "invalid arguments", detail: detail, type: ProblemType.badRequest)
    if !suggestions.isEmpty { problem.extensions["suggestions"] = .array(suggestions.map { .string($0) }) }
    return problem
  }
}
