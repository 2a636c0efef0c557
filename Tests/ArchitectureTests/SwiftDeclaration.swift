/// The first line of a declaration: its keyword, its access and its names as documentation links write them.
struct SwiftDeclaration {
  /// `func`, `struct`, `case`, ….
  let keyword: String
  let isPublic: Bool
  /// One name, or several for `case a, b`. Functions have their argument labels: `ask(_:_:within:)`.
  let names: [String]

  var isType: Bool { Self.types.contains(keyword) }

  private static let types: Set = ["struct", "class", "enum", "protocol", "actor"]
  private static let modifiers: Set = [
    "public", "package", "internal", "private", "fileprivate", "static", "final", "mutating", "nonmutating", "nonisolated", "isolated",
    "override", "required", "convenience", "lazy", "indirect", "weak", "unowned", "borrowing", "consuming",
  ]
  private static let keywords = types.union(["extension", "func", "init", "subscript", "var", "let", "typealias", "case"])

  /// Returns `nil` if `statement` is not a declaration. The declarations in the body of a function are the caller's to exclude.
  init?(_ statement: String) {
    var rest = statement.drop { $0.isWhitespace }
    var isPublic = false
    while true {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" }
      guard !word.isEmpty else { return nil }
      // `class func` and `class var` are declarations of a member.
      if Self.keywords.contains(String(word)) {
        keyword = String(word)
        rest = rest[word.endIndex...]
        break
      }
      guard Self.modifiers.contains(String(word)) || word.hasPrefix("@") else { return nil }
      rest = rest[word.endIndex...]
      if rest.first == "(" {
        // The argument of an attribute or of `private(set)`.
        rest = rest[Self.list(rest).endIndex...].dropFirst()
      } else if word == "public" {
        isPublic = true
      }
      rest = rest.drop { $0.isWhitespace }
    }
    self.isPublic = isPublic
    guard let names = Self.names(keyword, rest), !names.isEmpty else { return nil }
    self.names = names
  }

  private static func names(_ keyword: String, _ text: Substring) -> [String]? {
    switch keyword {
    case "case":
      return parts(text).map { part in
        let name = identifier(part)
        let rest = part.drop { $0.isWhitespace }.dropFirst(name.count)
        return rest.first == "(" ? name + labels(of: rest) { parts($0).map { $0.contains(":") ? Self.identifier($0) : "_" } } : name
      }
    case "init", "subscript":
      return [keyword + labels(of: text) { Self.parameterLabels($0, isSubscript: keyword == "subscript") }]
    case "func":
      let name = identifier(text)
      return name.isEmpty ? nil : [name + labels(of: text) { Self.parameterLabels($0, isSubscript: false) }]
    case "extension":
      let name = text.drop { $0.isWhitespace }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      return [String(name.replacing(".", with: "/"))]
    default:
      let name = identifier(text)
      return name.isEmpty ? nil : [name]
    }
  }

  /// Returns `(a:_:)` for the first parenthesised list in `text`.
  private static func labels(of text: Substring, _ labels: (Substring) -> [String]) -> String {
    guard let start = text.firstIndex(of: "(") else { return "" }
    return "(" + labels(list(text[start...])).map { "\($0):" }.joined() + ")"
  }

  private static func parameterLabels(_ list: Substring, isSubscript: Bool) -> [String] {
    parts(list).map { part in
      let words = part.prefix { $0 != ":" }.split(whereSeparator: \.isWhitespace)
      return isSubscript && words.count < 2 ? "_" : words.first.map(String.init) ?? "_"
    }
  }

  private static func identifier(_ text: Substring) -> String {
    String(text.drop { $0.isWhitespace }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }.filter { $0 != "`" })
  }

  /// Returns the text between the first character, an opening parenthesis, and the parenthesis that closes it.
  private static func list(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[text.index(after: text.startIndex)..<index] }
    }
    return text.dropFirst()
  }

  /// Splits `text` at commas outside brackets.
  private static func parts(_ text: Substring) -> [Substring] {
    var (depth, start) = (0, text.startIndex)
    var parts: [Substring] = []
    var last: Character = " "
    for index in text.indices {
      switch text[index] {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", "}": depth -= 1
      // The arrow of a function type does not close a bracket.
      case ">" where last != "-": depth -= 1
      case "," where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      last = text[index]
    }
    parts.append(text[start...])
    return parts.filter { $0.contains { !$0.isWhitespace } }
  }
}
