public import OrderedJSON

/// Type of value parsed from the text of a ``Fact``.
public protocol FactValue: Sendable, Hashable {
  /// Parses a trimmed text that is not one of the words for an absence. Returns `nil` if the text is not a value of this type.
  init?(parsing text: String)

  var display: DisplayValue { get }
  var rank: Rank { get }

  static var shape: Shape { get }

  /// Whether the value is the text itself. Such a fact is a plain string in canonical JSON.
  static var isPlainText: Bool { get }

  /// Members that follow `text` in canonical JSON, `value` first.
  var members: [(String, JSON)] { get }

  /// JSON Schema of ``members`` by name; for plain-text values, keywords for the string itself.
  static var schemaMembers: [(String, JSON)] { get }
}

extension FactValue {
  public static var isPlainText: Bool { false }
  public static var shape: Shape { .text }
}
