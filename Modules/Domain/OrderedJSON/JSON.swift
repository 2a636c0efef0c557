/// A JSON value (RFC 8259) that keeps what Foundation's coders lose: the order of an object's members and the text
/// of its numbers. Parsing and writing a compact document gives back the same bytes when the source escaped no more than it had to.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object(Object)

  /// A number as it was written. Two numbers are equal when their texts are.
  public struct Number: Sendable, Hashable {
    /// The literal, always valid under RFC 8259 section 6.
    public let text: String

    init(validated text: String) { self.text = text }
    public init(_ value: some BinaryInteger & Sendable) { text = String(value) }

    /// `nil` when `value` is infinite or not a number, which JSON cannot say. Whole numbers of up to 64 bits are written without a fraction.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      if value == value.rounded(), value.magnitude < 0x1p63 {
        text = String(Int64(value))
      } else {
        text = "\(value)"
      }
    }

    /// `nil` when the number has a fraction or an exponent, or does not fit 64 bits.
    public var int: Int? { Int(text) }
    public var double: Double { Double(text) ?? .nan }
  }
}

extension JSON {
  public static func number(_ value: some BinaryInteger & Sendable) -> JSON { .number(Number(value)) }

  /// `null` for infinities and NaN.
  public static func number(_ value: Double) -> JSON { Number(value).map(JSON.number) ?? .null }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var int: Int? { if case .number(let value) = self { value.int } else { nil } }
  public var double: Double? { if case .number(let value) = self { value.double } else { nil } }
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  public var object: Object? { if case .object(let value) = self { value } else { nil } }
  public var isNull: Bool { self == .null }

  /// The member `name` of an object; `nil` for other values and for absent members.
  public subscript(name: String) -> JSON? { object?[name] }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(Object(elements)) }
  public init(nilLiteral: ()) { self = .null }
}
