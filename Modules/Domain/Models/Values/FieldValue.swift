public import OrderedJSON

/// The type of a field of a kind: reads what an origin wrote and gives the same back, whatever it was.
public protocol FieldValue: Sendable, Hashable {
  /// `nil` when `written` has a form that this type never has, a list for a text. A text without the expected meaning is no such case.
  init?(_ written: Written)

  /// Gives back what ``init(_:)`` took.
  var written: Written { get }

  /// As a member of a canonical record. `nil` leaves the member out and is used for ``Written/missing`` alone.
  var canonical: JSON? { get }

  /// `nil` when the origin said nothing at all about the field.
  var display: DisplayValue? { get }

  /// Where the value stands in an ascending order. `nil` for absent values: they come last in either direction.
  var rank: Rank? { get }

  /// Whom the value points to, in the origin's order.
  var references: [Reference] { get }

  static var shape: Shape { get }

  /// The kind that references of this type point to.
  static var target: KindName? { get }

  /// JSON Schema of ``canonical``.
  static var schema: JSON { get }
}

extension FieldValue {
  public var references: [Reference] { [] }
  public static var target: KindName? { nil }
}

/// What sort of value a field has, for those who lay out columns.
public enum Shape: String, Sendable, Hashable {
  case text
  /// Text of many lines.
  case prose
  /// A number, mostly with a unit: ranks by its amount and stands right-aligned in a table.
  case quantity
  case date
  case reference
  case references

  var noun: String {
    switch self {
    case .text, .prose, .quantity, .date: "a text or a number"
    case .reference: "a link"
    case .references: "a list of links"
    }
  }
}

/// A place in an order.
public enum Rank: Sendable, Hashable, Comparable {
  case number(Double)
  case text(String)

  /// Ranks a text without regard to case.
  static func folded(_ text: String) -> Rank { .text(text.lowercased()) }
}
