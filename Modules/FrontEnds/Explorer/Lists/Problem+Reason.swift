import Localization
import MessageBus
import Presentation
import TerminalText

extension Problem {
  /// Returns the detail or else the title of the problem, as one printable line.
  func reason(in language: any Language) -> String { (detail(in: language) ?? title(in: language)).printable }
}
