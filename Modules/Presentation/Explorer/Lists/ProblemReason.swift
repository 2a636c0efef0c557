public import MessageBus

extension Problem {
  /// What happened, for one line of a screen.
  public var reason: String { (detail ?? title).printable }
}
