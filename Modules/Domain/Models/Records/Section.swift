/// Group of fields under one heading of a detail view.
public struct Section: Sendable, Hashable {
  /// One field with its display value.
  public struct Row: Sendable, Hashable {
    /// Canonical key of the field: `birthYear`.
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
