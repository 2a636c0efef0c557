public import Presentation

/// One cell of a screen.
public struct Cell: Sendable, Hashable {
  /// The character in the cell. A wide character is followed by a cell with ``isContinuation``.
  public var character: Character
  public var style: Style
  /// Whether the cell is the right half of the wide character before it.
  public var isContinuation: Bool

  public init(_ character: Character = " ", _ style: Style = .plain, isContinuation: Bool = false) {
    self.character = character
    self.style = style
    self.isContinuation = isContinuation
  }
}
