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

/// Reason why a fact has no value.
public enum Absence: String, Sendable, Hashable, CaseIterable {
  /// A value exists but is not known.
  case unknown
  /// The fact does not apply: the hair colour of a droid.
  case notApplicable = "not applicable"
  case none
  /// The value has no bound: the lifespan of a droid.
  case indefinite
  /// The origin's text is empty.
  case empty

  /// Parses the words that SWAPI origins use for an absent value, ignoring case. Returns `nil` for any other text.
  init?(parsing text: some StringProtocol) {
    guard text.utf8.count <= 14 else { return nil }
    switch text.lowercased() {
    case "": self = .empty
    case "unknown": self = .unknown
    case "n/a", "not applicable": self = .notApplicable
    case "none": self = .none
    case "indefinite": self = .indefinite
    default: return nil
    }
  }
}

/// Word or name: a gender, a manufacturer, the class of a starship.
public struct Label: FactValue {
  public let text: String

  public init(parsing text: String) { self.text = text }

  public var display: DisplayValue { .words([text]) }
  public var rank: Rank { .folded(text) }

  public static var isPlainText: Bool { true }
  public var members: [(String, JSON)] { [] }
  public static var schemaMembers: [(String, JSON)] { [] }
}

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
