import OrderedJSON
import Text

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
