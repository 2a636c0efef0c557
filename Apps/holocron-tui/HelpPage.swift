import Explorer
import TerminalText

/// The text of `--help`.
enum HelpPage {
  static let version = "0.1.0"

  /// `auto, dark, light`
  private static func list(_ choices: [String]) -> String { choices.joined(separator: ", ") }

  static let text: SafeText = """
    Explore the Star Wars catalogue in the terminal

    Usage
      holocron-tui [KIND | KIND/ID | --search TEXT | --top] [OPTIONS]

    Start screen
      KIND              Open a list: films, people, planets, species, vehicles or starships
      KIND/ID           Open a record, such as people/1
      --search TEXT     Open the results of a search
      --top             Open the bus status: services, workers, queues, rates

    Display
      --theme NAME      Set the theme: \(list(Preference.theme.choices)) (default: auto; respects NO_COLOR)
      --lang CODE       Set the language: \(list(Preference.language.choices)) (default: your locale, if available)
      --units SYSTEM    Set the units: \(list(Preference.units.choices))
      --no-mouse        Don't capture the mouse
      --no-motion       Disable animations
      --plain           Print plain lines of text, for screen readers and pipes

    Connection
      --bus ENDPOINT    Connect to ipc:///path or tcp://host:port (default: HOLOCRON_BUS, or your own bus)
      --no-autostart    Don't start holocron-node if nothing is running
      --embedded        Use the embedded catalogue without a bus; searches by name only

      -h, --help        Show this help
      --version         Show the version

    In the explorer, ? shows the keys of the screen, : finds any action or record, q quits. The section "explorer"
    of ~/.config/holocron/config.json sets display options and keys permanently.

    Examples
      holocron-tui                      start with the search
      holocron-tui people/1             Luke Skywalker
      holocron-tui --search tatooine    search results for tatooine
      holocron-tui --top                live status of the processes
      echo 'show luke' | holocron-tui --plain

    """
}
