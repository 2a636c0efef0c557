/// A text of the user interface: its English format and the values in it. Languages translate the format, as with gettext; one that has no
/// translation shows the English text. A text that is said in one place is written there; the others have names.
///
/// A format names values in braces, chooses a form by the plural category of a value, and has code that is the same in every language in
/// backticks: `{count} {count:record|records} match`. `{kind:lower}` is a text in lower case.
public struct Phrase: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A value in a format, which each language writes in its own way.
  public enum Value: Sendable, Hashable {
    case text(String)
    case number(Int)
    /// A formatted number with its plural category.
    case counted(String, Plural)
    /// Seconds, in one unit or in two.
    case age(Int), duration(Int)
    /// Texts, separated by commas, or as alternatives: `a, b or c`.
    case list([String]), choice([String])
    case phrase(Phrase)
  }

  let english: String
  /// In the order in which the English format first names them.
  private let values: [Value]

  public init(_ english: String, _ values: Value...) { (self.english, self.values) = (english, values) }

  public init(stringLiteral english: String) { self.init(english) }

  fileprivate init(_ english: String, values: [Value]) { (self.english, self.values) = (english, values) }

  /// Creates a text whose values are found by their names in the format; `nil` if one is missing.
  package init?(_ english: String, value: (String) -> Value?) {
    let names = Self.names(in: english)
    let values = names.compactMap { value(String($0)) }
    guard values.count == names.count else { return nil }
    self.init(english, values: values)
  }

  /// A text that is the same in every language.
  public static func verbatim(_ text: String) -> Phrase { Phrase("{text}", .text(text)) }

  /// A part of a format.
  enum Piece: Equatable {
    case text(Substring)
    case code(Substring)
    case value(Substring, forms: [Substring])
  }

  /// Splits a format at its braces and backticks.
  static func pieces(of format: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(format)
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == "`" }) {
      let isCode = rest[start] == "`"
      guard let end = rest[start...].dropFirst().firstIndex(of: isCode ? "`" : "}") else { break }
      if start > rest.startIndex { pieces.append(.text(rest[..<start])) }
      let inside = rest[start..<end].dropFirst()
      let parts = inside.split(separator: ":", maxSplits: 1)
      pieces.append(isCode ? .code(inside) : .value(parts.first ?? "", forms: parts.dropFirst().first?.split(separator: "|") ?? []))
      rest = rest[end...].dropFirst()
    }
    return rest.isEmpty ? pieces : pieces + [.text(rest)]
  }

  /// The names of the values in a format, each once.
  static func names(in format: String) -> [Substring] {
    pieces(of: format).reduce(into: []) { names, piece in
      if case .value(let name, _) = piece, !names.contains(name) { names.append(name) }
    }
  }

  /// Returns the text of a format in a language.
  fileprivate func filled(_ format: String, in language: some Language) -> String {
    guard format.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "`") }) else { return format }
    let named = Dictionary(zip(Self.names(in: english), values)) { first, _ in first }
    return Self.pieces(of: format).reduce(into: "") { text, piece in
      switch piece {
      case .text(let part), .code(let part): text += part
      case .value(let name, let forms): text += named[name]?.text(forms, in: language) ?? String(name)
      }
    }
  }
}

extension Phrase.Value {
  fileprivate func text(_ forms: [Substring], in language: some Language) -> String {
    let figures = language.figures
    if !forms.isEmpty, let plural = plural(in: language) { return plural.choose(among: forms) }
    return switch self {
    case .text(let text): forms == ["lower"] ? text.lowercased() : text
    case .number(let number): figures.integer(number)
    case .counted(let number, _): number
    case .age(let seconds): figures.age(seconds)
    case .duration(let seconds): figures.duration(Double(seconds))
    case .list(let texts): texts.joined(separator: language.vocabulary.separator)
    case .choice(let texts): Self.alternatives(texts, in: language)
    case .phrase(let phrase): language.say(phrase)
    }
  }

  private func plural(in language: some Language) -> Plural? {
    switch self {
    case .number(let number): language.plurals.form(of: number)
    case .counted(_, let plural): plural
    default: nil
    }
  }

  private static func alternatives(_ texts: [String], in language: some Language) -> String {
    guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
    let first = texts.dropLast().joined(separator: language.vocabulary.separator)
    return language.say(Phrase("{first} or {last}", .text(first), .text(last)))
  }
}

extension Language {
  /// Returns a text in the language.
  public func say(_ phrase: Phrase) -> String { phrase.filled(translation(of: phrase.english) ?? phrase.english, in: self) }

  /// Returns a text that is said in one place.
  public func say(_ english: String, _ values: Phrase.Value...) -> String { say(Phrase(english, values: values)) }
}
