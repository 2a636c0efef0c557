public import OrderedJSON

/// What the text of a ``Fact`` may mean.
public protocol Meaning: Sendable, Hashable {
  /// Reads a text without white space around it that is none of the words for an absence. `nil` when it means something else.
  init?(reading text: String)

  var display: DisplayValue { get }
  var rank: Rank { get }

  static var shape: Shape { get }

  /// Whether the meaning is the text itself. Such a fact is a plain string in canonical JSON.
  static var isItsText: Bool { get }

  /// What stands beside `text` in canonical JSON, `value` first.
  var members: [(String, JSON)] { get }

  /// JSON Schema of ``members`` by name; of the string itself where the meaning is its text.
  static var schemaMembers: [(String, JSON)] { get }
}

extension Meaning {
  public static var isItsText: Bool { false }
  public static var shape: Shape { .text }
}
