import Localization
import Models
import Presentation

extension PickerModel.Purpose {
  var offersRecords: Bool {
    switch self {
    case .palette, .compare, .path: true
    case .theme, .language, .sort: false
    }
  }

  /// Records of one kind only: side by side others say little.
  var kind: KindName? { if case .compare(let references) = self { references.first?.kind } else { nil } }

  func allows(_ reference: Reference) -> Bool {
    switch self {
    case .compare(let others): !others.contains(reference) && reference.kind == kind
    case .path(let from): reference != from
    default: true
    }
  }

  func preview(of look: Explorer.Look) -> Destination? {
    switch self {
    case .theme: .theme(look.theme.name)
    case .language: .language(look.language.code)
    default: nil
    }
  }

  func isInUse(_ choice: PickerModel.Choice, _ look: Explorer.Look) -> Bool {
    choice == .theme(look.theme.name) || choice == .language(look.language.code)
  }
}
