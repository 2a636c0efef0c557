public import OrderedJSON

/// Several words in one text, between commas: colours, climates, producers.
public struct Terms: Meaning {
  /// In the origin's order, without white space around them; never empty.
  public let words: [String]

  public init?(reading text: String) {
    words = text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    guard !words.isEmpty else { return nil }
  }

  public var display: DisplayValue { .words(words) }
  public var rank: Rank { .folded(words.joined(separator: ", ")) }

  public var members: [(String, JSON)] { [("value", .array(words.map(JSON.string)))] }
  public static var schemaMembers: [(String, JSON)] { [("value", ["type": "array", "items": ["type": "string"]])] }
}
