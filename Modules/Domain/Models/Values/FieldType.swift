import OrderedJSON

/// Type of a field: how the origin's value is read, written in canonical JSON, shown and sorted.
///
/// The text of a value is always kept unchanged: `36.8 ` is a length of 36.8 m whose text ends in a space, and a text that cannot be parsed is
/// kept without a meaning.
public enum FieldType: Sendable, Hashable {
  /// Free text that is not parsed, even if it is a word like `unknown`: names of records, opening crawls.
  case prose
  /// Word or name: a gender, a manufacturer, the class of a starship.
  case label
  /// Comma-separated words: colours, climates, producers.
  case words
  /// Number with a unit, or a range: `172`, `1,358`, `1000km`, `30-165`.
  case quantity(Unit)
  /// Gravity in standard gravities, by place if it differs: `1.5 (surface), 1 standard (Cloud City)`.
  case gravity
  /// Time that supplies last: `2 months`, `15 hours`.
  case endurance
  /// Year relative to the Battle of Yavin: `41.9BBY` is 41.9 years before the battle.
  case birthYear
  /// Number of an episode, or the same number as text, since some servers send it as a string.
  case episode
  /// Date: `1977-05-25`.
  case date
  /// Time in UTC: `2014-12-09T13:50:51.644000Z`.
  case timestamp
  /// Relation to at most one record of a kind.
  case link(KindName)
  /// Relation to any number of records of a kind, in the origin's order.
  case links(KindName)

  /// Unit of a quantity. The raw value is its name in canonical JSON.
  public enum Unit: String, Sendable, Hashable {
    case cm, kg, m, km, hours, days, years, credits, percent
    /// Some origins write only `km`.
    case kilometersPerHour = "km/h"
    /// Megalights per standard hour.
    case megalights = "MGLT"
    /// Number of beings of any species: crews, passengers, populations.
    case individuals
    /// Class of a hyperdrive; lower is faster.
    case hyperdriveClass = "class"

    /// Lower-case suffixes accepted in the origin's text, longest first.
    var spellings: [String] {
      switch self {
      case .kilometersPerHour: ["km/h", "km"]
      case .percent: ["percent", "%"]
      default: [rawValue.lowercased()]
      }
    }
  }

  public var shape: Shape {
    switch self {
    case .prose: .prose
    case .label, .words: .text
    case .quantity, .gravity, .endurance, .birthYear, .episode: .quantity
    case .date, .timestamp: .date
    case .link: .reference
    case .links: .references
    }
  }
}

extension FieldType {
  /// Returns the value that a record keeps: numbers become texts, since some servers send `172` without quotation marks. Returns `nil` if the
  /// value has the wrong type, such as a list for a text. A text that cannot be parsed is accepted.
  func accepted(_ value: OriginValue) -> OriginValue? {
    switch (self, value) {
    case (_, .missing), (_, .null), (.link, .reference), (.links, .references): value
    case (.link, _), (.links, _), (_, .reference), (_, .references): nil
    case (.episode, .integer): value
    case (.episode, .text(let text)): Int(text).flatMap { String($0) == text ? .integer($0) : nil } ?? value
    case (_, .integer(let number)): .text(String(number))
    case (_, .text): value
    }
  }

  /// Writes a value in canonical form; nothing for ``OriginValue/missing``.
  func write(_ value: OriginValue, named name: String, to writer: inout JSON.Writer) {
    if case .missing = value { return }
    writer.writeName(name)
    switch value {
    case .missing, .null: writer.write(.null)
    case .integer(let number): writer.write(number)
    case .reference(let reference): reference.write(to: &writer)
    case .references(let references):
      writer.beginArray()
      for reference in references { reference.write(to: &writer) }
      writer.endArray()
    case .text(let text):
      switch self {
      case .prose, .label, .episode, .date, .timestamp, .link, .links: writer.write(text)
      case .words, .quantity, .gravity, .endurance, .birthYear:
        writer.beginObject()
        writer.writeName("text")
        writer.write(text)
        meaning(of: text).writeMembers(to: &writer)
        writer.endObject()
      }
    }
  }

  /// Returns the display value; `nil` if the field is missing.
  public func display(_ value: OriginValue) -> DisplayValue? {
    switch value {
    case .missing: return nil
    case .null: return .absent(.unknown)
    case .integer(let number): return .quantity([Measure(.whole(Int64(number)), unit: "episode")])
    case .reference(let reference): return .reference(reference)
    case .references(let references): return references.isEmpty ? .absent(.none) : .references(references)
    case .text(let text):
      let meaning = meaning(of: text)
      return meaning == .absent(.empty) ? .absent(.unknown) : meaning
    }
  }

  /// Returns the rank in ascending order; `nil` for absent values, which come last in either direction. References rank by their number, for
  /// example by number of films.
  func rank(_ value: OriginValue) -> Rank? {
    switch value {
    case .missing, .null: return nil
    case .integer(let number): return .number(Double(number))
    case .reference(let reference): return .number(Double(reference.id))
    case .references(let references): return .number(Double(references.count))
    case .text(let text):
      if self == .prose { return .text(text.lowercased()) }
      if self == .timestamp { return Timestamp(parsing: text.trimmed).map { .number(Double($0.secondsSinceEpoch)) } }
      switch meaning(of: text) {
      case .words(let words): return .text(words.joined(separator: ", ").lowercased())
      case .quantity(let measures): return .number(measures[0].number ?? measures[0].amount.double)
      case .date(let date): return .number(Double(date.daysSinceEpoch))
      case .text, .absent, .reference, .references: return nil
      }
    }
  }

  /// Returns the meaning of an origin's text: the text itself if it cannot be parsed.
  private func meaning(of text: String) -> DisplayValue {
    let trimmed = text.trimmed
    switch self {
    case .prose:
      let paragraphs = text.paragraphs
      return paragraphs.isEmpty ? .absent(.unknown) : .text(paragraphs.joined(separator: "\n\n"))
    case .episode: return .text(text)
    default: if let absence = Absence(parsing: trimmed) { return .absent(absence) }
    }
    let value: DisplayValue? =
      switch self {
      case .label: .words([String(trimmed)])
      case .words: Self.words(trimmed)
      case .quantity(let unit): Measure(trimmed, unit).map { .quantity([$0]) }
      case .gravity: Measure.gravity(trimmed).map { .quantity($0) }
      case .endurance: Measure(endurance: trimmed).map { .quantity([$0]) }
      case .birthYear: Measure(year: trimmed).map { .quantity([$0]) }
      case .date: CalendarDate(parsing: trimmed).map { .date($0) }
      case .timestamp: Timestamp(parsing: trimmed).map { .date($0.date) }
      case .prose, .episode, .link, .links: nil
      }
    return value ?? .text(String(trimmed))
  }

  private static func words(_ text: Substring) -> DisplayValue? {
    let words = text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0).trimmed) }.filter { !$0.isEmpty }
    return words.isEmpty ? nil : .words(words)
  }
}

extension DisplayValue {
  /// Writes the members that follow `text` in canonical JSON, `value` first.
  fileprivate func writeMembers(to writer: inout JSON.Writer) {
    switch self {
    case .absent(let absence):
      writer.writeName("absent")
      writer.write(absence.rawValue)
    case .words(let words):
      writer.writeName("value")
      writer.beginArray()
      for word in words { writer.write(word) }
      writer.endArray()
    case .quantity(let measures):
      writer.writeName("value")
      writer.write(measures[0].amount.json)
      if let upTo = measures[0].upTo {
        writer.writeName("upTo")
        writer.write(upTo.json)
      }
      writer.writeName("unit")
      writer.write(measures[0].unit)
      guard measures.contains(where: { $0.place != nil }) else { return }
      writer.writeName("places")
      writer.write(.array(measures.map { ["place": $0.place.map(JSON.string) ?? .null, "value": $0.amount.json] }))
    case .text, .date, .reference, .references: break
    }
  }
}

extension FieldType {
  /// JSON Schema of the canonical value.
  var schema: [(String, JSON)] {
    let number: JSON = ["type": "number"]
    switch self {
    case .prose, .label: return [("type", ["string", "null"])]
    case .date: return [("type", ["string", "null"]), ("format", "date")]
    case .timestamp: return [("type", ["string", "null"]), ("format", "date-time")]
    case .episode:
      return [("type", ["integer", "string", "null"]), ("description", "An integer, unless the origin sends other text.")]
    case .link: return [("anyOf", [["$ref": "#/$defs/reference"], ["type": "null"]])]
    case .links: return [("type", ["array", "null"]), ("items", ["$ref": "#/$defs/reference"])]
    case .words: return Self.schema(["value": ["type": "array", "items": ["type": "string"]]])
    case .quantity(let unit):
      let upTo: JSON = ["type": "number", "description": "Upper bound, if the text is a range that starts at value."]
      return Self.schema(["value": number, "upTo": upTo, "unit": ["const": .string(unit.rawValue)]])
    case .gravity:
      let place: JSON = [
        "type": "object", "properties": ["place": ["type": ["string", "null"]], "value": number], "required": ["place", "value"],
      ]
      let places: JSON = ["type": "array", "description": "Gravity by place, if it differs.", "items": place]
      return Self.schema(["value": number, "unit": ["const": "standard"], "places": places])
    case .endurance:
      let units = Measure.durations.map { JSON.string($0.unit) }
      return Self.schema(["value": number, "unit": ["enum": .array(units)]])
    case .birthYear:
      let year: JSON = ["type": "number", "description": "Years after the Battle of Yavin, negative before it."]
      return Self.schema(["value": year, "unit": ["const": "ABY"]])
    }
  }

  private static func schema(_ members: JSON.Object) -> [(String, JSON)] {
    var properties: JSON.Object = ["text": ["type": "string", "description": "The origin's text."]]
    for member in members { properties[member.name] = member.value }
    properties["absent"] = [
      "enum": .array(Absence.allCases.map { .string($0.rawValue) }), "description": "Why there is no value.",
    ]
    return [("type", ["object", "null"]), ("properties", .object(properties)), ("required", ["text"]), ("additionalProperties", false)]
  }
}

/// Sort rank of a value.
public enum Rank: Sendable, Hashable, Comparable {
  case number(Double)
  case text(String)
}

/// Reason why a field has no value.
public enum Absence: String, Sendable, Hashable, CaseIterable {
  /// A value exists but is not known.
  case unknown
  /// The field does not apply: the hair colour of a droid.
  case notApplicable = "not applicable"
  case none
  /// The value has no bound: the lifespan of a droid.
  case indefinite
  /// The origin's text is empty.
  case empty

  /// Parses the words that SWAPI origins use for an absent value, ignoring case. Returns `nil` for any other text.
  init?(parsing text: Substring) {
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

  /// The paragraphs of a text, each as one line. Paragraphs are separated by empty lines; line breaks may be CR, LF or CRLF.
  var paragraphs: [String] {
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { $0.trimmed }
    return lines.split(separator: "").map { $0.joined(separator: " ") }
  }
}
