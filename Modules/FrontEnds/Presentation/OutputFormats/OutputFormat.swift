public import Text

/// Output format for documents. A format is a file in this folder and an entry in ``OutputFormats/standard``.
public protocol OutputFormat: Sendable {
  /// Name as given to `--output`.
  var name: String { get }
  /// Returns the document as text, including the final line break.
  func render(_ document: any Document, on surface: Surface) -> SafeText
}

/// Destination of a document's output.
public struct Surface: Sendable, Hashable {
  /// Whether the output goes to a terminal, so that the layout may depend on its width.
  public var isTerminal: Bool
  /// Width of the terminal; `nil` if unlimited.
  public var columns: Int?
  public var painter: Painter

  public init(isTerminal: Bool, columns: Int?, usesColor: Bool) {
    self.init(isTerminal: isTerminal, columns: columns, painter: Painter(usesColor: usesColor))
  }

  public init(isTerminal: Bool, columns: Int?, painter: Painter) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.painter = painter
  }

  /// File or pipe: unlimited width and no colour, so the output is always the same.
  public static let file = Surface(isTerminal: false, columns: nil, usesColor: false)
}
