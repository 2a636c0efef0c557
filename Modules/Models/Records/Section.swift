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

/// A value as people read it, without layout. Names of references are for the front-end to find.
public enum DisplayValue: Sendable, Hashable {
  /// May hold line feeds: an empty line stands between paragraphs.
  case text(String)
  /// A number with its unit, digits grouped (`1,358 kg`), and the number itself where there is exactly one.
  case quantity(text: String, number: Double?)
  /// There is no value, and the word says why: `unknown`, `not applicable`, `none`, `indefinite`.
  case absent(String)
  case reference(Reference)
  /// Never empty.
  case references([Reference])
}
