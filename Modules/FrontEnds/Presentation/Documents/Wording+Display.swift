import Client
package import Localization
package import Models

extension Wording {
  /// Placeholder for missing fields in lists.
  static let absence = StyledText("—", .muted)

  /// Returns a value as text for a table cell: absent values as the reason, a missing field as a dash, several references as a count.
  package func brief(_ value: DisplayValue?) -> StyledText {
    switch value {
    case nil: Self.absence
    case .absent?: StyledText(value.map(text) ?? "", .muted)
    case .reference(let reference)?: StyledText(reference.description, .accent)
    case .some(let value): StyledText(text(of: value))
    }
  }

  /// Returns a value as ``brief(_:)`` does, but references by name; films as numerals if all of them are in `episodes`.
  func cell(_ value: DisplayValue?, _ names: ReferenceNames, episodes: [Reference: Int] = [:]) -> StyledText {
    guard let references = value?.references, !references.isEmpty else { return brief(value) }
    let numbers = references.compactMap { episodes[$0] }
    if numbers.count == references.count { return StyledText(Episode.numerals(numbers), .accent) }
    return references.map { names[$0].styled }.joined(by: StyledText(language.vocabulary.separator))
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
