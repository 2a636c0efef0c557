import Contracts
import MessageBus
import OrderedJSON

extension Problem {
  /// Creates a 400 problem for a mistake in a query, with the members that the reason needs.
  static func query(_ reason: ProblemReason, _ detail: String, _ members: JSON.Object) -> Problem {
    var problem = Problem.badRequest("q", detail).because(reason)
    for member in members { problem.extensions[member.name] = member.value }
    return problem
  }

  /// Creates a 400 problem for a field that cannot be compared with < or >.
  static func withoutOrder(_ name: String, example: String) -> Problem {
    query(
      .fieldWithoutOrder, "\(name) cannot be compared with < or >; write \(example)", ["name": .string(name), "instead": .string(example)])
  }

  /// Creates a 400 problem for an unknown name in the query, with the members `name` and `suggestions`. Without suggestions, which front-ends
  /// word themselves, it has `members`, and the detail ends with `hint`, which begins with its punctuation.
  static func unknown(
    _ type: String, _ name: String, _ reason: ProblemReason, _ suggestions: [String] = [], hint: String, _ members: JSON.Object = [:]
  ) -> Problem {
    var problem = Problem.query(reason, "unknown \(type) '\(name)'" + (suggestions.isEmpty ? hint : ""), ["name": .string(name)])
    if suggestions.isEmpty {
      for member in members { problem.extensions[member.name] = member.value }
    } else {
      problem.extensions["suggestions"] = .array(suggestions.map { .string($0) })
    }
    return problem
  }
}
