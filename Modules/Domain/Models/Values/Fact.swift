public import OrderedJSON

/// Something an origin states in a text, with what the text means. Nothing of the text is lost: `36.8 ` is a length of 36.8 m whose
/// text ends in a space, and a text without a known meaning is kept as it is.
public struct Fact<Value: Meaning>: FieldValue {
  /// What became of the text.
  public enum Reading: Sendable, Hashable {
    case value(Value)
    case absent(Absence)
    /// The text says something else: the consumables `Live food tanks`.
    case unclear
    /// The origin wrote null or nothing.
    case unsaid
  }

  public let written: Written
  public let reading: Reading

  public static var missing: Self { Fact(.missing, .unsaid) }

  private init(_ written: Written, _ reading: Reading) {
    self.written = written
    self.reading = reading
  }

  public init(_ text: String) {
    let trimmed = text.trimmed
    if let absence = Absence(reading: trimmed) {
      self.init(.text(text), .absent(absence))
    } else if let value = Value(reading: String(trimmed)) {
      self.init(.text(text), .value(value))
    } else {
      self.init(.text(text), .unclear)
    }
  }

  /// A number stands for its text: some servers write `172` without quotation marks.
  public init?(_ written: Written) {
    switch written {
    case .missing, .null: self.init(written, .unsaid)
    case .text(let text): self.init(text)
    case .integer(let number): self.init(String(number))
    case .reference, .references: return nil
    }
  }

  /// As the origin wrote it. `nil` when it wrote null or nothing.
  public var text: String? { if case .text(let text) = written { text } else { nil } }

  /// `nil` when the text is not there, means an absence or is unclear.
  public var value: Value? { if case .value(let value) = reading { value } else { nil } }

  public var absence: Absence? { if case .absent(let absence) = reading { absence } else { nil } }
}

extension Fact {
  public static var shape: Shape { Value.shape }

  public var canonical: JSON? {
    guard let text else { return written == .null ? .null : nil }
    guard !Value.isItsText else { return .string(text) }
    var members: JSON.Object = ["text": .string(text)]
    switch reading {
    case .value(let value): for (name, json) in value.members { members[name] = json }
    case .absent(let absence): members["absent"] = .string(absence.rawValue)
    case .unclear, .unsaid: break
    }
    return .object(members)
  }

  public var display: DisplayValue? {
    switch reading {
    case .value(let value): value.display
    case .absent(.empty): .absent(.none)
    case .absent(let absence): .absent(absence)
    case .unclear: .text(String((text ?? "").trimmed))
    case .unsaid: written == .null ? .absent(.none) : nil
    }
  }

  public var rank: Rank? { value?.rank }

  public static var schema: JSON {
    guard !Value.isItsText else {
      var members: JSON.Object = ["type": ["string", "null"]]
      for (name, json) in Value.schemaMembers { members[name] = json }
      return .object(members)
    }
    var properties: JSON.Object = ["text": ["type": "string", "description": "As the origin wrote it."]]
    for (name, json) in Value.schemaMembers { properties[name] = json }
    properties["absent"] = [
      "enum": .array(Absence.allCases.map { .string($0.rawValue) }), "description": "Why there is no value.",
    ]
    return ["type": ["object", "null"], "properties": .object(properties), "required": ["text"], "additionalProperties": false]
  }
}

extension StringProtocol {
  /// Without the spaces and line ends around it.
  var trimmed: SubSequence {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\r\n" || $0 == "\r" || $0 == "\t" }
    guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
      return self[endIndex..<endIndex]
    }
    return self[first...last]
  }
}
