import OrderedJSON
import Presentation
import Text

/// A list in the help that is not about one command: `holocron help environment`. The manual page holocron(1) has the same lists.
struct HelpTopic: Sendable {
  /// The word after `holocron help`.
  let name: String
  let rows: [(term: String, meaning: String)]

  static let all = [environment, files]

  var document: ReportDocument {
    ReportDocument(
      [.values(rows.map { LabeledValue($0.term, StyledText($0.meaning)) })],
      json: .array(rows.map { ["name": .string($0.term), "meaning": .string($0.meaning)] }))
  }

  /// The variables that front-ends read.
  static let environment = HelpTopic(
    name: "environment",
    rows: [
      ("HOLOCRON_BUS", "Connect to the bus at this endpoint, as with --bus"),
      ("HOLOCRON_WORKERS_ENDPOINT", "Connect workers to the bus at this endpoint"),
      ("HOLOCRON_EVENTS", "Receive the events of the bus at this endpoint"),
      ("HOLOCRON_CONFIG", "Read this configuration file and no other"),
      ("HOLOCRON_THEME", "Set the theme of colours, as with --theme"),
      ("HOLOCRON_LANGUAGE", "Set the language, as with --lang"),
      ("HOLOCRON_UNITS", "Set the units of measurement, as with --units"),
      ("HOLOCRON_MOUSE, HOLOCRON_MOTION", "Turn the mouse and the animations of the explorer on or off"),
      ("HOLOCRON_SECTION_SETTING", "Set a setting of a service, such as HOLOCRON_CACHE_STORE; holocron config show lists all"),
      ("HOLOCRON_PAGER, PAGER", "Show long output with this pager instead of less; cat or an empty value for none"),
      ("LESS, LESSCHARSET", "Set the options of less; by default FRX and utf-8"),
      ("LC_ALL, LC_MESSAGES, LANG", "Use the language of this locale, unless another is set"),
      ("LC_CTYPE", "Tell the character encoding of the terminal, unless LC_ALL does; holocron doctor checks that it is UTF-8"),
      ("NO_COLOR", "Use no colour, if the value is not empty"),
      ("CLICOLOR_FORCE", "Use colour in pipes and files, too, if the value is neither empty nor 0"),
      ("TERM, COLORTERM, COLORFGBG", "Tell the type, the colours and the background of the terminal"),
      ("COLUMNS", "Set the width of the output on a terminal"),
      ("ESCDELAY", "Wait this many milliseconds for the rest of a key after Esc in the explorer"),
      ("VISUAL, EDITOR", "Edit with this program in holocron config edit"),
      ("BROWSER, DISPLAY, WAYLAND_DISPLAY", "Open pages with this browser in holocron open, or with xdg-open in a graphical session"),
      ("PATH", "Find the programs holocron-NAME here, after the folder of holocron itself"),
      ("HOME", "Use this home folder for the folders that no variable below sets"),
      ("XDG_CONFIG_HOME", "Keep your configuration here instead of in ~/.config"),
      ("XDG_CONFIG_DIRS", "Look for the configuration of the system here instead of in /etc"),
      ("XDG_CACHE_HOME", "Keep the cache here instead of in ~/.cache"),
      ("XDG_DATA_HOME", "Keep favourites and histories here instead of in ~/.local/share"),
      ("XDG_STATE_HOME", "Keep logs and reports of crashes here instead of in ~/.local/state"),
      ("XDG_RUNTIME_DIR", "Keep sockets and locks here instead of in /tmp"),
    ])

  /// The files and folders where no variable sets others.
  static let files = HelpTopic(
    name: "files",
    rows: [
      ("~/.config/holocron/config.json", "Your configuration"),
      ("/etc/holocron/config.json", "The configuration of the system"),
      (".holocron.json", "Display settings of a project, in the working directory or a folder above"),
      ("~/.cache/holocron/", "The cache, which can be fetched again"),
      ("~/.local/share/holocron/", "The search history, favourites and the score of the quiz"),
      ("~/.local/state/holocron/", "Logs, reports of crashes and the counters of holocron usage"),
      ("/tmp/holocron-UID/", "Sockets, locks and the state of running processes"),
    ])
}
