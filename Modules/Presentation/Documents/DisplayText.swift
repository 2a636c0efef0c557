import Models

/// Values of fields as text with roles.
enum DisplayText {
  /// What a list shows where there is no value.
  static let absence = StyledText("—", .muted)

  /// For a cell: absent values as a dash, several references as their number.
  static func brief(_ value: DisplayValue?) -> StyledText {
    switch value {
    case .text(let text): StyledText(text.printable)
    case .quantity(let text, _): StyledText(text.printable)
    case .reference(let reference): StyledText(reference.description, .accent)
    case .references(let references): StyledText(String(references.count))
    case .absent, nil: absence
    }
  }

  /// For a detail view: references by name, absent values as the word that says why.
  static func full(_ value: DisplayValue, names: ReferenceNames) -> [StyledText] {
    switch value {
    case .text(let text): [StyledText(text.printable)]
    case .quantity(let text, _): [StyledText(text.printable)]
    case .absent(let word): [StyledText(word, .muted)]
    case .reference(let reference): [names[reference].styled]
    case .references(let references): references.map { names[$0].styled }
    }
  }
}
