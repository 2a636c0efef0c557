public import MessageBus
import TerminalText

extension Problem {
  /// What happened, for one line of a screen.
  public var reason: String { (detail ?? title).printable }
}
