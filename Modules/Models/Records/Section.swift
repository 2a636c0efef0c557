/// What a detail view shows under one heading.
public struct Section: Sendable, Hashable {
  /// One field of a record, ready to be shown.
  public struct Row: Sendable, Hashable {
    /// The canonical key of the field: `birthYear`.
    public let key: String
    /// `Born`
    public let label: String
    public let value: DisplayValue

    public init(key: String, label: String, value: DisplayValue) {
      self.key = key
      self.label = label
      self.value = value
    }
  }

  public let title: String
  public let rows: [Row]

  public init(title: String, rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}

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
