public import OrderedJSON
public import TerminalText

extension SafeText {
  /// A JSON document and a line end. On a terminal unsafe characters are escaped, elsewhere the document is as it is.
  public init(_ json: JSON, _ layout: JSON.Layout = .compact, on surface: Surface) {
    let text = json.text(layout)
    self.init(checked: (surface.isTerminal ? text.printableJSON : text) + "\n")
  }
}
