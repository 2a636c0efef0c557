import Client
import Models
import TerminalText

extension ReferenceNames.Name {
  /// The name, or the reference with the reason why it has none.
  package var styled: StyledText {
    switch self {
    case .named(let name): StyledText(name.printable, .accent)
    case .gap(let reference, let reason): StyledText(reason.isEmpty ? "\(reference)" : "\(reference) (\(reason.printable))", .muted)
    }
  }
}
