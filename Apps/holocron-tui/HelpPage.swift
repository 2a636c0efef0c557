import Console
import Presentation
import TerminalText

/// The text of `--help`.
enum HelpPage {
  /// Returns the text for a terminal with this number of columns, or for a file if `nil`. Lines have at most 100 columns.
  static func text(columns: Int?) -> SafeText {
    let columns = min(columns ?? 100, 100)
    var text: SafeText = """
      Explore the Star Wars catalogue in the terminal

      Usage
        holocron-tui [KIND | KIND/ID | NAME | --search TEXT | --top] [OPTIONS]


      """
    text += sections.map { $0.text(columns: columns, Surface.file.painter) }.joined(separator: "\n")
    return text + "\n" + SafeText(lines: notes.wrapped(to: columns))
  }

  private static let notes =
    "In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section \"explorer\" of "
    + "~/.config/holocron/config.json sets display options and keys permanently."

  private static let sections = [
    HelpList(
      "Start screen",
      [
        ("KIND", "Open a list: films, people, planets, species, vehicles or starships"), ("KIND/ID", "Open a record, such as people/1"),
        ("NAME", "Open the results of a search for a name, such as luke"),
        Options.search.definition.helpRow, Options.top.definition.helpRow,
      ]),
    HelpList("Display", Options.display.map(\.helpRow)),
    HelpList("Connection", Options.connection.map(\.helpRow)),
    HelpList("About", Options.about.map(\.helpRow)),
    HelpList(
      "Examples",
      [
        ("holocron-tui", "your last search, or suggestions"), ("holocron-tui people/1", "Luke Skywalker"),
        ("holocron-tui --search tatooine", "search results for tatooine"),
        ("holocron-tui --top", "live status of the processes"), ("echo 'show luke' | holocron-tui --plain", "plain lines of text"),
      ]),
  ]
}
