import Client
import Models
import Text

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
