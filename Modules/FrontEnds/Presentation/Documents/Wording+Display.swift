import Client
package import Contracts
package import Localization
package import Models
import Text

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
    if numbers.count == references.count { return StyledText(RomanNumeral.list(numbers), .accent) }
    return references.map { names[$0].styled }.joined(by: StyledText(language.vocabulary.separator))
  }

  /// Returns a value as text for a detail view: references by name, absent values as the reason.
  func full(_ value: DisplayValue, names: ReferenceNames) -> [StyledText] {
    value.references.isEmpty ? [brief(value)] : value.references.map { names[$0].styled }
  }
}

extension ReferenceNames.Name {
  /// The name, or the reference if its name is missing.
  package var text: String {
    switch self {
    case .named(let name): name
    case .missing(let reference, _): reference.description
    }
  }

  /// The name, or the reference and the reason why its name is missing.
  package var styled: StyledText {
    switch self {
    case .named(let name): StyledText(name.printable, .accent)
    case .missing(let reference, let reason): StyledText(reason.isEmpty ? "\(reference)" : "\(reference) (\(reason.printable))", .muted)
    }
  }
}

extension Match {
  /// Returns the excerpt and its marks; `nil` if the name matches. A quantity is written in the language and the units of `wording`; if that
  /// changes the text, it has no marks.
  package func localizedExcerpt(_ wording: Wording) -> (text: String, marks: [Range<Int>])? {
    guard let excerpt else { return nil }
    let text = quantity.isEmpty ? excerpt : wording.text(of: .quantity(quantity)).printable
    return (text, text == excerpt ? marks : [])
  }
}
