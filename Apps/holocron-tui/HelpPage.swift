import Explorer
import TerminalText

/// The text of `--help`.
enum HelpPage {
  static let version = "0.1.0"

  /// `auto, dark, light`
  private static func list(_ choices: [String]) -> String { choices.joined(separator: ", ") }

  static let text: SafeText = """
    Explore the Star Wars films, their people and places, in the terminal.

    Usage
      holocron-tui [KIND | KIND/ID | --search TEXT | --top] [SWITCHES]

    Where to begin
      KIND              a list: films, people, planets, species, vehicles or starships
      KIND/ID           a record: people/1
      --search TEXT     what a search finds
      --top             the status of the bus: services, workers, queues, rates

    How it looks
      --theme NAME      \(list(Preference.theme.choices)) (default auto; NO_COLOR counts)
      --lang CODE       \(list(Preference.language.choices)) (default: that of the locale)
      --units SYSTEM    \(list(Preference.units.choices))
      --no-mouse        leave the mouse to the terminal
      --no-motion       nothing moves by itself
      --plain           lines of text and nothing else: for screen readers, and in pipes

    Where it asks
      --bus ENDPOINT    ipc:///path or tcp://host:port (default: HOLOCRON_BUS, else yours)
      --no-autostart    never start holocron-node when nothing runs
      --embedded        no bus at all: the facts inside this program, found by name alone

      -h, --help        this page
      --version         the version

    Inside, ? shows the keys of a screen, : finds every action and record, q leaves. How it looks can be set
    for good in the section "explorer" of ~/.config/holocron/config.json, and so can its keys.

    Examples
      holocron-tui                      begin with the search
      holocron-tui people/1             Luke Skywalker
      holocron-tui --search tatooine    everything about a place
      holocron-tui --top                what the processes do, live
      echo 'show luke' | holocron-tui --plain

    """
}
