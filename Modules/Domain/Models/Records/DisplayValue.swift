/// A value for people, without layout and without a language: numbers, dates and absences are for the front-end to word, names of references
/// for it to find.
public enum DisplayValue: Sendable, Hashable {
  /// As the origin wrote it, and the same in every language. May hold line feeds: an empty line stands between paragraphs.
  case text(String)
  /// Words or names in the origin's order, some of which a language may have words for: a gender, colours, producers. Never empty.
  case words([String])
  /// One, or several that hold in different places. Never empty.
  case quantity([Measure])
  case date(CalendarDate)
  /// There is no value, and why; never ``Absence/empty``.
  case absent(Absence)
  case reference(Reference)
  /// Never empty.
  case references([Reference])
}

extension DisplayValue {
  /// Whether this is a text of several paragraphs.
  public var isProse: Bool { if case .text(let text) = self { text.contains("\n\n") } else { false } }

  /// The records that the value refers to; empty for all other values.
  public var references: [Reference] {
    switch self {
    case .reference(let reference): [reference]
    case .references(let references): references
    case .text, .words, .quantity, .date, .absent: []
    }
  }
}
