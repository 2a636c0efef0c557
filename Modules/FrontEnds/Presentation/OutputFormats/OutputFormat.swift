public import OrderedJSON
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

  public init(isTerminal: Bool, columns: Int?, painter: Painter) {
    (self.isTerminal, self.columns, self.painter) = (isTerminal, columns, painter)
  }

  /// File or pipe: unlimited width and no colour, so the output is always the same.
  public static let file = Surface(isTerminal: false, columns: nil, painter: Painter(usesColor: false))
}

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

/// JSON with a colour for each sort of token. Without the colours it is the text that ``OrderedJSON/JSON/text(_:)`` returns, with unsafe
/// characters escaped.
struct PaintedJSON {
  let painter: Painter
  let layout: JSON.Layout

  func text(of json: JSON) -> SafeText { text(of: json, level: 0) }

  private func text(of json: JSON, level: Int) -> SafeText {
    switch json {
    case .null: painter.paint("null", .muted)
    case .bool, .number: painter.paint(json.text(), .accent)
    case .string(let text): token(text, .good)
    case .array(let elements): list("[", "]", elements.map { text(of: $0, level: level + 1) }, level)
    case .object(let object):
      list(
        "{", "}",
        object.map { member in
          token(member.name, .key) + (layout == .indented ? ": " : ":") + text(of: member.value, level: level + 1)
        }, level)
    }
  }

  private func token(_ text: String, _ role: Role) -> SafeText { painter.paint(JSON.string(text).text().printableJSON, role) }

  private func list(_ start: SafeText, _ end: SafeText, _ items: [SafeText], _ level: Int) -> SafeText {
    guard !items.isEmpty else { return start + end }
    guard layout == .indented else { return start + items.joined(separator: ",") + end }
    let inner = SafeText(checked: "\n" + String(repeating: " ", count: (level + 1) * 2))
    let outer = SafeText(checked: "\n" + String(repeating: " ", count: level * 2))
    return start + inner + items.joined(separator: "," + inner) + outer + end
  }
}
