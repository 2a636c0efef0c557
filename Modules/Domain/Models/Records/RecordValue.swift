import OrderedJSON

/// Value of a field as the origin wrote it, with links resolved to references. Dialects read and write origin values. Records store only
/// origin values; ``FieldType`` says what they mean.
public enum OriginValue: Sendable, Hashable {
  /// The origin omitted the field.
  case missing
  case null
  case text(String)
  case integer(Int)
  case reference(Reference)
  case references([Reference])
}

extension OriginValue {
  /// Reads a member of a canonical record; `json` is `nil` if the member is absent. A text is either a string or an object with the member
  /// `text`. Returns `nil` if the member is not in canonical form.
  init?(canonical json: JSON?) {
    switch json {
    case nil: self = .missing
    case .null?: self = .null
    case .string(let text)?: self = .text(text)
    case .number(let number)?:
      guard let integer = number.int else { return nil }
      self = .integer(integer)
    case .array(let elements)?:
      let references = elements.compactMap { Reference(canonical: $0) }
      guard references.count == elements.count else { return nil }
      self = .references(references)
    case .object(let members)?:
      if let text = members["text"]?.string {
        self = .text(text)
      } else if let reference = Reference(canonical: .object(members)) {
        self = .reference(reference)
      } else {
        return nil
      }
    case .bool?: return nil
    }
  }
}

/// Value to be displayed, independent of layout and language: the front-end formats numbers, dates and absences, and looks up the names of
/// references.
public enum DisplayValue: Sendable, Hashable {
  /// The origin's text, the same in every language. May contain line feeds; paragraphs are separated by empty lines.
  case text(String)
  /// Words or names in the origin's order: a gender, colours, producers. Some of them can be translated. Never empty.
  case words([String])
  /// One measure, or one for each place where the value differs. Never empty.
  case quantity([Measure])
  case date(CalendarDate)
  /// No value, with the reason; never ``Absence/empty``. A text that is null or empty at the origin is unknown.
  case absent(Absence)
  case reference(Reference)
  /// Never empty.
  case references([Reference])

  /// Whether this is a text with several paragraphs.
  public var isProse: Bool { if case .text(let text) = self { text.contains("\n\n") } else { false } }

  /// Whether there is nothing to show: no value, or one that is not known. A value without a bound is something.
  package var isAbsent: Bool { if case .absent(let reason) = self { reason != .indefinite } else { false } }

  /// Records that the value refers to; empty for values without references.
  public var references: [Reference] {
    switch self {
    case .reference(let reference): [reference]
    case .references(let references): references
    case .text, .words, .quantity, .date, .absent: []
    }
  }
}
