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

  /// The kind to choose from: only records of one kind are compared.
  var kind: KindName? { if case .compare(let references) = self { references.first?.kind } else { nil } }

  func allows(_ reference: Reference) -> Bool {
    switch self {
    case .compare(let others): !others.contains(reference) && reference.kind == kind
    case .path(let from): reference != from
    default: true
    }
  }

  func currentSetting(of settings: Explorer.Settings) -> Destination? {
    switch self {
    case .theme: .theme(settings.theme.name)
    case .language: .language(settings.language.code)
    default: nil
    }
  }

  func isInUse(_ choice: PickerModel.Choice, _ settings: Explorer.Settings) -> Bool {
    choice == .theme(settings.theme.name) || choice == .language(settings.language.code)
  }
}
