import Client
package import Localization
package import Models

extension Wording {
  /// Placeholder for absent values in lists.
  static let absence = StyledText("—", .muted)

  /// Returns a value as text for a table cell: absent values as a dash, several references as a count.
  package func brief(_ value: DisplayValue?) -> StyledText {
    switch value {
    case .absent, nil: Self.absence
    case .reference(let reference)?: StyledText(reference.description, .accent)
    case .some(let value): StyledText(text(of: value))
    }
  }

  /// Returns a value as text for a detail view: references by name, absent values as the reason.
  func full(_ value: DisplayValue, names: ReferenceNames) -> [StyledText] {
    switch value {
    case .reference(let reference): [names[reference].styled]
    case .references(let references): references.map { names[$0].styled }
    case .absent: [StyledText(text(of: value), .muted)]
    case .text, .words, .quantity, .date: [StyledText(text(of: value))]
    }
  }
}
