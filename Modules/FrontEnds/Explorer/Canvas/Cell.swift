public import Presentation

/// One place on a screen.
public struct Cell: Sendable, Hashable {
  /// What stands there. A character two columns wide is followed by a cell with ``isContinuation``.
  public var character: Character
  public var style: Style
  /// The right half of the character before it.
  public var isContinuation: Bool

  public init(_ character: Character = " ", _ style: Style = .plain, isContinuation: Bool = false) {
    self.character = character
    self.style = style
    self.isContinuation = isContinuation
  }
}
