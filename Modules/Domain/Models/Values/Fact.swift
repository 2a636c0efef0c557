public import OrderedJSON

/// Text of an origin with its parsed value. The text is always kept unchanged: `36.8 ` is a length of 36.8 m whose text ends in a space,
/// and a text that cannot be parsed is kept without a value.
public struct Fact<Value: FactValue>: FieldValue {
  /// Result of parsing the text.
  public enum Interpretation: Sendable, Hashable {
    case value(Value)
    case absent(Absence)
    /// The text cannot be parsed: the consumables `Live food tanks`.
    case unrecognised
    /// The field is null or missing.
    case noText
  }

  public let originValue: OriginValue
  public let interpretation: Interpretation

  public static var missing: Self { Fact(.missing, .noText) }

  private init(_ originValue: OriginValue, _ interpretation: Interpretation) {
    self.originValue = originValue
    self.interpretation = interpretation
  }

  public init(_ text: String) {
    let trimmed = text.trimmed
    if let absence = Absence(parsing: trimmed) {
      self.init(.text(text), .absent(absence))
    } else if let value = Value(parsing: String(trimmed)) {
      self.init(.text(text), .value(value))
    } else {
      self.init(.text(text), .unrecognised)
    }
  }

  /// Accepts a text, or a number as its text, since some servers send `172` without quotation marks.
  public init?(_ originValue: OriginValue) {
    switch originValue {
    case .missing, .null: self.init(originValue, .noText)
    case .text(let text): self.init(text)
    case .integer(let number): self.init(String(number))
    case .reference, .references: return nil
    }
  }

  /// The origin's text; `nil` if the field is null or missing.
  public var text: String? { if case .text(let text) = originValue { text } else { nil } }

  /// Parsed value; `nil` if there is no text, or the text means an absence or cannot be parsed.
  public var value: Value? { if case .value(let value) = interpretation { value } else { nil } }

  public var absence: Absence? { if case .absent(let absence) = interpretation { absence } else { nil } }
}

extension Fact {
  public static var shape: Shape { Value.shape }

  public var canonical: JSON? {
    guard let text else { return originValue == .null ? .null : nil }
    guard !Value.isPlainText else { return .string(text) }
    var members: [(String, JSON)] = [("text", .string(text))]
    switch interpretation {
    case .value(let value): members += value.members
    case .absent(let absence): members.append(("absent", .string(absence.rawValue)))
    case .unrecognised, .noText: break
    }
    return .object(JSON.Object(members))
  }

  public var display: DisplayValue? {
    switch interpretation {
    case .value(let value): value.display
    case .absent(.empty): .absent(.unknown)
    case .absent(let absence): .absent(absence)
    case .unrecognised: .text(String((text ?? "").trimmed))
    case .noText: originValue == .null ? .absent(.unknown) : nil
    }
  }

  public var rank: Rank? { value?.rank }

  public static var schema: JSON {
    guard !Value.isPlainText else {
      var members: JSON.Object = ["type": ["string", "null"]]
      for (name, json) in Value.schemaMembers { members[name] = json }
      return .object(members)
    }
    var properties: JSON.Object = ["text": ["type": "string", "description": "The origin's text."]]
    for (name, json) in Value.schemaMembers { properties[name] = json }
    properties["absent"] = [
      "enum": .array(Absence.allCases.map { .string($0.rawValue) }), "description": "Why there is no value.",
    ]
    return ["type": ["object", "null"], "properties": .object(properties), "required": ["text"], "additionalProperties": false]
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces, tabs and line breaks.
  var trimmed: Substring {
    let text = Substring(self)
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    guard let first = text.utf8.firstIndex(where: { !isSpace($0) }), let last = text.utf8.lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return text[first..<text.utf8.index(after: last)]
  }
}
