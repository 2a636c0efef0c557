/// JSON value (RFC 8259) that preserves the order of object members and the text of numbers, which Foundation's coders lose. Parsing and
/// writing a compact document gives the same bytes, provided the source contained no unnecessary escapes.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([JSON])
  case object(Object)

  /// Number that keeps its literal text. Two numbers are equal if their texts are equal.
  public struct Number: Sendable, Hashable {
    /// Literal, always valid under RFC 8259 section 6.
    public let text: String

    init(validated text: String) { self.text = text }
    public init(_ value: some BinaryInteger & Sendable) { text = String(value) }

    /// Returns `nil` if `value` is infinite or NaN, which JSON cannot represent. Whole numbers of up to 64 bits have no fraction.
    public init?(_ value: Double) {
      guard value.isFinite else { return nil }
      if value == value.rounded(), value.magnitude < 0x1p63 {
        text = String(Int64(value))
      } else {
        text = "\(value)"
      }
    }

    /// Integer value; `nil` if the number has a fraction or an exponent, or exceeds 64 bits.
    public var int: Int? { Int(text) }
    public var double: Double { Double(text) ?? .nan }
  }
}

extension JSON {
  public static func number(_ value: some BinaryInteger & Sendable) -> JSON { .number(Number(value)) }

  /// Returns a number, or `null` for infinities and NaN.
  public static func number(_ value: Double) -> JSON { Number(value).map(JSON.number) ?? .null }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var int: Int? { if case .number(let value) = self { value.int } else { nil } }
  public var double: Double? { if case .number(let value) = self { value.double } else { nil } }
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  public var object: Object? { if case .object(let value) = self { value } else { nil } }
  public var isNull: Bool { self == .null }

  /// The member `name` of an object; `nil` if the member is absent or the value is not an object.
  public subscript(name: String) -> JSON? { object?[name] }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .number(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(Object(elements)) }
}

extension FixedWidthInteger {
  /// Parses a decimal number of digits only; `nil` with a sign, which `init(_:)` accepts, or if the number is too large for the type.
  @inlinable package init?(digits text: some StringProtocol) {
    guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
    self.init(text, radix: 10)
  }
}
