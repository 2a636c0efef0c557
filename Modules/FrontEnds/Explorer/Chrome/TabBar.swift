import Localization
import Models
import Presentation

/// The row at the top: the tabs, folded to the open one where they do not fit, and on wide screens the state of the bus.
enum TabBar {
  static func draw(on canvas: inout Canvas, _ scene: Scene) {
    let header = scene.layout.header
    let state = scene.layout.isWide ? BusState.text(scene) : StyledText()
    let room = header.columns - (state.columns == 0 ? 0 : state.columns + 2)
    let tabs = pieces(scene)
    let brand = Piece(StyledText(" HOLOCRON ", .title), nil)
    let width = tabs.reduce(0) { $0 + $1.text.columns }
    if brand.text.columns + width <= room {
      put([brand] + tabs, on: &canvas, header)
    } else if width <= room {
      put(tabs, on: &canvas, header)
    } else {
      put(folded(scene), on: &canvas, header)
    }
    canvas.put(state, column: header.columns - state.columns - 1, row: header.row, width: state.columns)
  }

  /// A part of the bar and where a click on it leads.
  private struct Piece {
    let text: StyledText
    let spot: Spot?

    init(_ text: StyledText, _ spot: Spot?) {
      self.text = text
      self.spot = spot
    }
  }

  private static func pieces(_ scene: Scene) -> [Piece] {
    let explorer = scene.explorer
    return explorer.tabs.indices.flatMap { index -> [Piece] in
      let isOpen = index == explorer.current
      let title = Piece(StyledText(" \(explorer.title(of: explorer.tabs[index])) ", isOpen ? .tab : .text), .tab(index))
      // What is no kind stands apart from the kinds.
      return explorer.tabs[index].content == .search ? [Piece(StyledText("│", .rule), nil), title] : [title]
    }
  }

  /// `‹ People ›`
  private static func folded(_ scene: Scene) -> [Piece] {
    let explorer = scene.explorer
    return [
      Piece(StyledText(" ‹ ", .accent), .action(.previousTab)),
      Piece(StyledText(explorer.title(of: explorer.tab), .tab), .tab(explorer.current)),
      Piece(StyledText(" › ", .accent), .action(.nextTab)),
    ]
  }

  private static func put(_ pieces: [Piece], on canvas: inout Canvas, _ header: Rect) {
    var column = header.column
    for piece in pieces {
      let width = canvas.put(piece.text, column: column, row: header.row, width: header.columns - column)
      if let spot = piece.spot { canvas.mark(Rect(column: column, row: header.row, columns: width, rows: 1), as: spot) }
      column += width
    }
  }
}

extension Explorer {
  /// `People`
  func title(of tab: Tab) -> String {
    switch tab.content {
    case .kind(let kind): look.language.title(of: kind) ?? kinds[kind]?.title ?? kind.text
    case .search: look.language.say(ChromePhrase.search)
    case .status: look.language.say(ChromePhrase.status)
    }
  }
}
