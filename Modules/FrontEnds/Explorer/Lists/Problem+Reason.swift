import MessageBus
import TerminalText

extension Problem {
  /// The detail or else the title of the problem, as one printable line.
  var reason: String { (detail ?? title).printable }
}
