import Localization
import Presentation

/// The row at the bottom: the keys of the page that is open, as many as fit, or a remark while it lasts; on narrow screens the state of the bus at
/// its end.
enum Footer {
  static func draw(on canvas: inout Canvas, _ scene: Scene) {
    let footer = scene.layout.footer
    var room = footer.columns - 2
    if !scene.layout.isWide {
      let state = BusState.text(scene)
      let help = hint(.help, scene)?.columns ?? 0
      if help + 2 + state.columns <= room {
        canvas.put(state, column: footer.columns - state.columns - 1, row: footer.row, width: state.columns)
        room -= state.columns + 2
      }
    }
    if let remark = scene.explorer.remark {
      canvas.put(remark.text, remark.role, column: 1, row: footer.row, width: room)
    } else {
      drawHints(on: &canvas, footer, room, scene)
    }
  }

  private static func drawHints(on canvas: inout Canvas, _ footer: Rect, _ room: Int, _ scene: Scene) {
    let last = hint(.help, scene)
    // The way to help is kept whatever else fits.
    var rest = room - (last?.columns ?? 0)
    var shown: [(Action, StyledText)] = []
    for action in scene.explorer.hints {
      guard let text = hint(action, scene), text.columns + gap <= rest else { continue }
      shown.append((action, text))
      rest -= text.columns + gap
    }
    if let last { shown.append((.help, last)) }
    var column = 1
    for (action, text) in shown {
      let width = canvas.put(text, column: column, row: footer.row, width: footer.columns - column)
      canvas.mark(Rect(column: column, row: footer.row, columns: width, rows: 1), as: .action(action))
      column += width + gap
    }
  }

  private static let gap = 3

  /// `s sort`; `nil` for an action without a key.
  private static func hint(_ action: Action, _ scene: Scene) -> StyledText? {
    scene.keys.name(of: action).map { StyledText($0, .key) + StyledText(" \(scene.language.say(action.phrase))", .muted) }
  }
}
