public import OrderedJSON
public import Text

extension SafeText {
  /// Creates the text of a JSON document and a line break. Unsafe characters are escaped on a terminal and in coloured text only.
  public init(_ json: JSON, _ layout: JSON.Layout = .compact, on surface: Surface) {
    guard !surface.painter.usesColor else {
      self = PaintedJSON(painter: surface.painter, layout: layout).text(of: json) + "\n"
      return
    }
    let text = json.text(layout)
    self.init(checked: (surface.isTerminal ? text.printableJSON : text) + "\n")
  }
}

extension Surface {
  /// Indented on a terminal, otherwise on one line.
  public var jsonLayout: JSON.Layout { isTerminal ? .indented : .compact }
}
