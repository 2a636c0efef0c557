import OrderedJSON

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

extension Record {
  /// Fields grouped by heading, in canonical order, without the name and fields that are missing at the origin. Extra members come last,
  /// under a heading of their own, as raw text.
  public var sections: [Section] {
    var titles: [String] = []
    var rows: [String: [Section.Row]] = [:]
    for (field, value) in values {
      guard let title = field.section, let display = value.display else { continue }
      if rows[title] == nil { titles.append(title) }
      rows[title, default: []].append(Section.Row(key: field.key, label: field.label, value: display))
    }
    var sections = titles.map { Section(title: $0, rows: rows[$0] ?? []) }
    if !extras.isEmpty {
      let raw = extras.map { Section.Row(key: $0.name, label: $0.name, value: .text($0.value.string ?? $0.value.text())) }
      sections.append(Section(title: subject == nil ? "Raw fields" : "Further fields", rows: raw))
    }
    return sections
  }

  /// Returns ``sections``, without the fields that have no data unless `showsAbsent` is true.
  package func sections(showingAbsent showsAbsent: Bool) -> [Section] {
    guard !showsAbsent else { return sections }
    return sections.map { Section(title: $0.title, rows: $0.rows.filter { !$0.value.isAbsent }) }.filter { !$0.rows.isEmpty }
  }
}
