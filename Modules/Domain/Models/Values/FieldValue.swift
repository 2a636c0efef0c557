public import OrderedJSON

/// Type of a field of a kind. Created from the origin's value, which it keeps unchanged.
public protocol FieldValue: Sendable, Hashable {
  /// Returns `nil` if the type of `originValue` does not match, such as a list for a text. A text that cannot be parsed is accepted.
  init?(_ originValue: OriginValue)

  /// Value passed to ``FieldValue/init(_:)``, or one that is equivalent to it.
  var originValue: OriginValue { get }

  /// Value of the member in canonical JSON; `nil` only for ``OriginValue/missing``, which omits the member.
  var canonical: JSON? { get }

  /// Display value; `nil` if the field is missing.
  var display: DisplayValue? { get }

  /// Rank in ascending order; `nil` for absent values, which come last in either direction.
  var rank: Rank? { get }

  /// Records that the value refers to, in the origin's order.
  var references: [Reference] { get }

  static var shape: Shape { get }

  /// Kind that references of this type point to.
  static var target: KindName? { get }

  /// JSON Schema of the canonical value.
  static var schema: JSON { get }
}

extension FieldValue {
  public var references: [Reference] { [] }
  public static var target: KindName? { nil }
}

/// Shape of a field's values, used to lay out columns.
public enum Shape: String, Sendable, Hashable {
  case text
  /// Free text, possibly with several paragraphs.
  case prose
  /// Number, usually with a unit: sorted by amount and right-aligned in tables.
  case quantity
  case date
  case reference
  case references

  /// Whether fields can be compared with < and >: numbers, dates, and the number of references.
  package var hasOrder: Bool { self == .quantity || self == .date || self == .references }

  var noun: String {
    switch self {
    case .text, .prose, .quantity, .date: "a text or a number"
    case .reference: "a link"
    case .references: "a list of links"
    }
  }
}

/// Sort rank of a value.
public enum Rank: Sendable, Hashable, Comparable {
  case number(Double)
  case text(String)

  /// Returns the rank of a text, ignoring case.
  static func folded(_ text: String) -> Rank { .text(text.lowercased()) }
}
