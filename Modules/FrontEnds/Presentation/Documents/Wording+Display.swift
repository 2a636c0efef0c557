import Client
package import Localization
package import Models

/// Values of fields as text with roles.
extension Wording {
  /// What a list shows where there is no value.
  static let absence = StyledText("—", .muted)

  /// For a cell: absent values as a dash, several references as their number.
  package func brief(_ value: DisplayValue?) -> StyledText {
    switch value {
    case .absent, nil: Self.absence
    case .reference(let reference)?: StyledText(reference.description, .accent)
    case .some(let value): StyledText(text(of: value))
    }
  }

  /// For a detail view: references by name, absent values as the word that says why.
  func full(_ value: DisplayValue, names: ReferenceNames) -> [StyledText] {
    switch value {
    case .reference(let reference): [names[reference].styled]
    case .references(let references): references.map { names[$0].styled }
    case .absent: [StyledText(text(of: value), .muted)]
    case .text, .words, .quantity, .date: [StyledText(text(of: value))]
    }
  }
}
