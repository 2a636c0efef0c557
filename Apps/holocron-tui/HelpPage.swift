import Console
import Presentation
import TerminalText

/// The text of `--help`.
enum HelpPage {
  static var text: SafeText {
    var text: SafeText = """
      Explore the Star Wars catalogue in the terminal

      Usage
        holocron-tui [KIND | KIND/ID | --search TEXT | --top] [OPTIONS]


      """
    text += sections.map { $0.text(columns: 110, Surface.file.painter) }.joined(separator: "\n")
    return text + """

      In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer"
      of ~/.config/holocron/config.json sets display options and keys permanently.

      """
  }

  private static let sections = [
    HelpList(
      "Start screen",
      [
        ("KIND", "Open a list: films, people, planets, species, vehicles or starships"), ("KIND/ID", "Open a record, such as people/1"),
        Options.search.definition.helpRow, Options.top.definition.helpRow,
      ]),
    HelpList("Display", Options.display.map(\.helpRow)),
    HelpList("Connection", Options.connection.map(\.helpRow)),
    HelpList("About", Options.about.map(\.helpRow)),
    HelpList(
      "Examples",
      [
        ("holocron-tui", "start with the search"), ("holocron-tui people/1", "Luke Skywalker"),
        ("holocron-tui --search tatooine", "search results for tatooine"),
        ("holocron-tui --top", "live status of the processes"), ("echo 'show luke' | holocron-tui --plain", "plain lines of text"),
      ]),
  ]
}
