import Console
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// Detects search filters without a value, such as `kind:` and `mass>`. The search ignores them, because a person may still be typing; on a
/// command line they are mistakes.
enum IncompleteFilter {
  private static let operators = FieldComparison.characters

  /// Throws a 400 that names the first incomplete filter in `text`. Words in double quotes are plain text.
  static func check(_ text: String, kinds: Kinds) throws(Problem) {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    // Every second part is quoted.
    for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
      var words = part.split(whereSeparator: \.isWhitespace)
      // A quoted part directly after an operator is its value.
      if index + 1 < parts.count, part.last?.isWhitespace == false { words = words.dropLast() }
      for word in words {
        let filter = word.hasPrefix("-") ? word.dropFirst() : word
        let name = filter.prefix { !operators.contains($0) }
        guard name.count < filter.count, filter.dropFirst(name.count).allSatisfy(operators.contains),
          let example = example(String(name), kinds)
        else { continue }
        let whole = String(filter).shortened + example
        var problem = Problem.usage(
          "\(String(word).quoted) needs a value, such as \(whole)", field: String(word), mistake: .incompleteFilter)
        problem.extensions["words"] = [.string(whole)]
        throw problem
      }
    }
  }

  /// Returns an example value for the field `name`; `nil` if there is no such field.
  private static func example(_ name: String, _ kinds: Kinds) -> String? {
    let key = name.lowercased()
    if key == "kind" { return kinds.all.first?.name.text }
    if key == "name" { return "luke" }
    let found = kinds.all.lazy.compactMap { Wording.standard.field(name, of: $0) }.first
    return found.map { $0.exampleOperand ?? "WORD" }
  }
}
