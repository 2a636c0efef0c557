public import OrderedJSON
public import TerminalText

extension SafeText {
  /// Creates the text of a JSON document and a line break. Unsafe characters are escaped on a terminal only.
  public init(_ json: JSON, _ layout: JSON.Layout = .compact, on surface: Surface) {
    let text = json.text(layout)
    self.init(checked: (surface.isTerminal ? text.printableJSON : text) + "\n")
  }
}
