public import OrderedJSON

/// Comma-separated words: colours, climates, producers.
public struct WordList: FactValue {
  /// Trimmed words in the origin's order; never empty.
  public let words: [String]

  public init?(parsing text: String) {
    words = text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0).trimmed) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { return nil }
  }

  public var display: DisplayValue { .words(words) }
  public var rank: Rank { .folded(words.joined(separator: ", ")) }

  public var members: [(String, JSON)] { [("value", .array(words.map(JSON.string)))] }
  public static var schemaMembers: [(String, JSON)] { [("value", ["type": "array", "items": ["type": "string"]])] }
}
