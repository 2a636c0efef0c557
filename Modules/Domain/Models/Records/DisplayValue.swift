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
}

extension DisplayValue {
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
