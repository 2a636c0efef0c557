public import Models

/// Search as implemented by SWAPI servers: every word must occur in one of the searched fields. Only ASCII letters are compared without
/// case, and accents count: `padme` does not match Padmé.
public struct WireSearch: Sendable, Hashable {
  /// Words in lower case, each non-empty.
  let words: [[UInt8]]

  /// Splits `text` into words at white space and commas. A search without words matches every record.
  public init(_ text: String) {
    words = Self.words(text).map { Self.folded($0) }
  }

  /// Returns the words of a search as the user typed them.
  static func words(_ text: String) -> [Substring] { text.split { $0 == "," || $0.isWhitespace } }

  /// Returns whether the record's name, or its model for kinds that have one, matches.
  public func matches(_ record: Record) -> Bool {
    guard !words.isEmpty else { return true }
    var texts = [Self.folded(record.name)]
    if case .text(let model) = record.originValue("model") { texts.append(Self.folded(model)) }
    return words.allSatisfy { word in texts.contains { Self.contains($0, word) } }
  }

  private static func folded(_ text: some StringProtocol) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 0x20 : $0 }
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard word.count <= text.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
  }
}
