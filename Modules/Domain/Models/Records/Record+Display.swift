import OrderedJSON

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
