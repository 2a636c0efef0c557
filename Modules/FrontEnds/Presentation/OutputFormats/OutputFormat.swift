public import TerminalText

/// A way to write a document. One file a format in this folder, and one line in ``OutputFormats/standard``.
public protocol OutputFormat: Sendable {
  /// As it stands after `--output`.
  var name: String { get }
  /// One line for the help.
  var summary: String { get }
  /// Whether references are shown by name: then somebody has to fetch the names.
  var readsNames: Bool { get }
  /// The text to write, with its last line end.
  func render(_ document: any Document, on surface: Surface) -> SafeText
}

/// What a document is written to.
public struct Surface: Sendable, Hashable {
  /// People look at it: layout may depend on its width.
  public var isTerminal: Bool
  /// The width of the terminal; nil where nothing limits it.
  public var columns: Int?
  public var painter: Painter

  public init(isTerminal: Bool, columns: Int?, usesColor: Bool) {
    self.isTerminal = isTerminal
    self.columns = columns
    painter = Painter(usesColor: usesColor)
  }

  /// A file or a pipe: no width, no colour, the same bytes every time.
  public static let file = Surface(isTerminal: false, columns: nil, usesColor: false)
}
