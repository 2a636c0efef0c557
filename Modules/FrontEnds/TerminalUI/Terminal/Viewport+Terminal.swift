import Explorer
import Platform
public import Presentation

extension Viewport {
  /// The size of the terminal on standard output; 80×24 if it is unknown.
  public static var terminal: Viewport { readTerminal() ?? Viewport(columns: 80, rows: 24) }

  static func readTerminal() -> Viewport? {
    StandardStream.output.terminalSize.map { Viewport(columns: $0.columns, rows: $0.rows) }
  }
}
