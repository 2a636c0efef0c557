import MessageBus
import Models

/// A filter of a search that lacks its value: `kind:`, `mass>`. The search passes over such a word, because somebody may still be typing it;
/// on a command line nobody is.
enum UnfinishedFilter {
  private static let signs: Set<Character> = [":", "=", "<", ">"]

  /// Throws a 400 that names the first one in `text` and what is missing. Words in double quotes are text.
  static func refuse(in text: String, kinds: Kinds) throws(Problem) {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    // Every other part is in quotes.
    for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
      var words = part.split(whereSeparator: \.isWhitespace)
      // What is in quotes right behind a sign is the value.
      if index + 1 < parts.count, part.last?.isWhitespace == false { words = words.dropLast() }
      for word in words {
        let filter = word.hasPrefix("-") ? word.dropFirst() : word
        let name = filter.prefix { !signs.contains($0) }
        guard name.count < filter.count, filter.dropFirst(name.count).allSatisfy(signs.contains), let example = example(String(name), kinds)
        else { continue }
        throw .usage("'\(word)' lacks its value: write \(filter)\(example)", field: String(word))
      }
    }
  }

  /// A value that the field could have; `nil` where there is no such field.
  private static func example(_ name: String, _ kinds: Kinds) -> String? {
    let wanted = folded(name)
    if wanted == "kind" { return kinds.all.first?.name.text }
    if wanted == "name" { return "luke" }
    let fields = kinds.all.flatMap(\.fields).filter { folded($0.key) == wanted }
    guard let field = fields.first else { return nil }
    switch field.shape {
    case .quantity: return "100"
    case .references: return "3"
    case .date: return "1980-05-21"
    default: return "WORD"
    }
  }

  private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}
