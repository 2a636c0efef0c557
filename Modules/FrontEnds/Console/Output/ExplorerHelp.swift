import Presentation
public import Text

/// The text of `holocron-tui --help`.
public struct ExplorerHelp: Sendable {
  private let columns: Int

  /// - Parameter columns: The width of the terminal; `nil` for a file. Lines have at most 100 columns.
  public init(columns: Int?) { self.columns = min(columns ?? 100, 100) }

  public var text: SafeText {
    var text = paragraph("Explore the Star Wars catalogue in the terminal") + "\n" + paragraph("Usage")
    text += "  holocron-tui [KIND | TAB | KIND/ID | NAME | --search TEXT | --top] [OPTIONS]\n"
    for (heading, rows) in Self.sections {
      text += "\n" + HelpList(heading, rows).text(columns: columns, Surface.file.painter)
    }
    return text + "\n" + paragraph(Self.notes)
  }

  private func paragraph(_ text: String) -> SafeText { SafeText(lines: text.wrapped(to: columns)) }

  private static let notes =
    "In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section \"explorer\" of "
    + "~/.config/holocron/config.json sets display options and keys permanently."

  private static let sections: [(heading: String, rows: [(term: String, meaning: String)])] = [
    (
      "Start screen",
      [
        ("KIND", "Open a list: films, people, planets, species, vehicles or starships"),
        ("TAB", "Open a tab: status, search or favourites"), ("KIND/ID", "Open a record, such as people/1"),
        ("NAME", "Open the results of a search for a name, such as luke"),
      ] + ExplorerOptions.start.map(\.helpRow)
    ),
    ("Display", ExplorerOptions.display.map(\.helpRow)),
    ("Connection", ExplorerOptions.connection.map(\.helpRow)),
    ("About", ExplorerOptions.about.map(\.helpRow)),
    (
      "Examples",
      [
        ("holocron-tui", "your last search, or suggestions"), ("holocron-tui people/1", "a record"),
        ("holocron-tui --search tatooine", "search results for tatooine"),
        ("holocron-tui --top", "live status of the processes"), ("echo 'show luke' | holocron-tui --plain", "plain lines of text"),
      ]
    ),
  ]
}
