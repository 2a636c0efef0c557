import Explorer
import Platform
public import Presentation

extension Viewport {
  /// The size of the terminal on standard output; 80×24 if it is unknown.
  public static var terminal: Viewport { readTerminal() ?? Viewport(columns: 80, rows: 24) }

  static func readTerminal() -> Viewport? { StandardStream.output.terminalSize.map { Viewport(of: $0) } }

  /// Maximum size that is drawn; the rest of a larger terminal stays empty. Drawing takes memory and time for each cell, and programs may
  /// set any size.
  static let largest = Viewport(columns: 1_000, rows: 500)

  /// The part of a terminal of this size that is drawn.
  init(of size: TerminalSize) {
    self.init(columns: min(size.columns, Self.largest.columns), rows: min(size.rows, Self.largest.rows))
  }

  /// Whether the terminal on standard output is larger than the part that is drawn.
  static var isTerminalTooLarge: Bool {
    StandardStream.output.terminalSize.map { Viewport(of: $0) != Viewport(columns: $0.columns, rows: $0.rows) } ?? false
  }
}
