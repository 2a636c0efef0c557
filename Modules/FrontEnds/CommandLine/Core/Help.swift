import Console
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// `holocron help [COMMAND | exit-codes | environment | files]`: shows help or a list. For a command that a program `holocron-NAME` adds, the
/// program shows its help.
struct HelpCommand: Command {
  /// The words that are no commands.
  static let topics = HelpTopic.allCases.map(\.rawValue)

  let name = "help"
  let summary = "Show help for a command, or list exit codes, variables or files"
  let usage = ["[COMMAND | \(Self.topics.joined(separator: " | "))]"]
  let examples: [HelpRow] = [
    ("holocron help show", "help for one command"), ("holocron help exit-codes", "the exit codes for scripts"),
    ("holocron help environment", "the variables that holocron reads"),
  ]
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let commands = Commands.standard(kinds: context.kinds)
    let help = HelpText(commands, plugins: context.launcher.executables.commandNames(), on: context.terminal.output)
    switch arguments.operands.first {
    case nil: context.output.write(help.overview, .page)
    case let word?:
      if let command = commands[word] {
        context.output.write(help.page(of: command), .page)
      } else if let topic = HelpTopic(rawValue: word) {
        context.show(topic.document)
      } else if Executables.isCommandName(word), let path = context.launcher.executables.find("holocron-\(word)") {
        throw Executables.exec(path, ["--help"])
      } else {
        throw .unknownCommand(word, commands, help.plugins, more: Self.topics)
      }
    }
    return .success
  }
}

extension Problem {
  /// The commands that programs of Holocron add where they are installed.
  private static let addedCommands = ["broker", "fetcher", "load", "node", "origin", "supervisor", "tui"]

  /// What other programs call a command.
  private static let synonyms = [
    "browse": "explore", "find": "search", "get": "show", "kill": "down", "ps": "status", "quit": "down", "run": "up", "start": "up",
    "stop": "down",
  ]

  /// An unknown command, with suggestions from the commands, the plugins and `more` words, or the problem that its program is not installed.
  /// The reference of a record suggests to show it.
  static func unknownCommand(_ word: String, _ commands: Commands, _ plugins: [String], more: [String] = []) -> Problem {
    if addedCommands.contains(word) { return .programNotFound("holocron-\(word)") }
    if let reference = Reference(word), Kinds.standard[reference.kind] != nil {
      return .usage("unknown command \(word.quoted)", field: word, suggestions: ["holocron show \(reference)"])
    }
    let kinds = Kinds.standard.names(like: word)
    let similar: [String] =
      if let command = synonyms[word] { [command] } else if !kinds.isEmpty { kinds } else {
        suggestions(for: word, among: commands.all.map(\.name) + plugins + more)
      }
    let advice = "; run holocron help for a list, or holocron show NAME for a record"
    return .usage(
      "unknown command \(word.quoted)\(similar.isEmpty ? advice : "")", field: word, suggestions: similar)
  }
}

/// The help of the program and its commands.
struct HelpText: Sendable {
  let commands: Commands
  /// The commands added by `holocron-NAME` programs on PATH.
  let plugins: [String]
  private let surface: Surface

  init(_ commands: Commands, plugins: [String] = [], on surface: Surface) {
    (self.commands, self.plugins, self.surface) = (commands, plugins, surface)
  }

  private var painter: Painter { surface.painter }
  private var columns: Int { min(surface.columns ?? 100, 100) }

  /// The list of all commands.
  var overview: SafeText {
    var text = paragraph("Holocron: a Star Wars encyclopedia for the terminal")
    text += "\n" + heading("Usage") + "  holocron COMMAND [OPTIONS]\n"
    for section in commands.sections { text += "\n" + list(section.title, Self.rows(of: section.commands)) }
    // Built-in commands come first.
    let added = plugins.filter { commands[$0] == nil }
    if !added.isEmpty { text += "\n" + list("Found on PATH", [(added.joined(separator: ", "), "Run the program holocron-NAME")]) }
    text += "\n" + list("Common options", CommonOptions.all.map(\.helpRow))
    text += "\n" + list("Without a command", [CommonOptions.version.definition.helpRow])
    text += "\n" + list("Examples", Self.examples)
    return text + "\n" + paragraph("Run holocron help COMMAND for details; other topics: exit-codes, environment, files.")
  }

  /// Returns the help page of one command.
  func page(of command: some Command) -> SafeText {
    var text = paragraph(command.summary) + "\n" + heading("Usage")
    for form in command.usage { text += "  holocron \(command.name)\(form.isEmpty ? "" : " \(form)")\n" }
    for detail in command.details { text += "\n" + paragraph(detail) }
    if !command.options.isEmpty { text += "\n" + list("Options", command.options.map(\.helpRow)) }
    if !command.keys.isEmpty { text += "\n" + list("Keys", command.keys) }
    text += "\n" + list("Common options", CommonOptions.all.map(\.helpRow))
    if !command.examples.isEmpty { text += "\n" + list("Examples", command.examples) }
    return text
  }

  /// The text of `holocron` without a command: a few examples.
  var welcome: SafeText {
    heading("Holocron: a Star Wars encyclopedia for the terminal") + "\n" + list("Try", Self.examples) + "\n"
      + paragraph("All commands: holocron help")
  }

  static let examples: [HelpRow] = [
    ("holocron films", "the films in story order"), ("holocron show luke", "a record by name"),
    ("holocron search tatoine", "any field, typos allowed"), ("holocron explore", "browse in full screen"),
  ]

  /// Returns the rows of a section. All kinds share one row, because they are one command.
  private static func rows(of commands: [any Command]) -> [HelpRow] {
    let lists = commands.compactMap { $0 as? ListCommand }
    let rest = commands.filter { !($0 is ListCommand) }.map { ($0.name, $0.summary) }
    return lists.isEmpty ? rest : [(lists.map(\.name).joined(separator: ", "), "List the records of a kind")] + rest
  }

  private func heading(_ text: String) -> SafeText {
    text.wrapped(to: columns).map { painter.paint($0, .title) + "\n" }.joined()
  }

  private func paragraph(_ text: String) -> SafeText { SafeText(lines: text.wrapped(to: columns)) }

  private func list(_ heading: String, _ rows: [HelpRow]) -> SafeText {
    HelpList(heading, rows).text(columns: columns, painter)
  }
}

/// A list in the help that is not about one command: `holocron help environment`. The manual page holocron(1) has the same lists.
enum HelpTopic: String, CaseIterable {
  case exitCodes = "exit-codes"
  case environment, files

  var document: ReportDocument {
    guard self == .exitCodes else {
      return ReportDocument(
        [.values(rows.map { LabeledValue($0.term, StyledText($0.meaning)) })],
        json: .array(rows.map { ["name": .string($0.term), "meaning": .string($0.meaning)] }))
    }
    let table = Table(
      [.init("code", .trailing, expendability: 0), .init("meaning", expendability: 1, minimum: 20)],
      rows: rows.map { [StyledText($0.term, .accent), StyledText($0.meaning)] })
    return ReportDocument([.table(table)], json: .array(ExitCode.all.map { ["code": .number($0.number), "meaning": .string($0.meaning)] }))
  }

  /// The exit codes, the variables that front-ends read, and the files and folders where no variable sets others.
  var rows: [HelpRow] {
    switch self {
    case .exitCodes: ExitCode.all.map { (String($0.number), $0.meaning) }
    case .environment:
      [
        ("HOLOCRON_BUS", "Connect to the bus at this endpoint, as with --bus"),
        ("HOLOCRON_EVENTS", "Receive the events of the bus at this endpoint"),
        ("HOLOCRON_KEY", "Join a bus over tcp with the key in this file, which holocron keys export has written"),
        ("HOLOCRON_CONFIG", "Read this configuration file and no other"),
        ("HOLOCRON_THEME", "Set the theme of colours, as with --theme"),
        ("HOLOCRON_LANGUAGE", "Set the language, as with --lang"),
        ("HOLOCRON_UNITS", "Set the units of measurement, as with --units"),
        ("HOLOCRON_MOUSE, HOLOCRON_MOTION", "Turn the mouse and the animations of the explorer on or off"),
        ("HOLOCRON_SECTION_SETTING", "Set a setting of a service, such as HOLOCRON_CACHE_STORE; holocron config show lists all"),
        ("HOLOCRON_PAGER, PAGER", "Show long output with this pager instead of less; cat or an empty value for none"),
        ("LESS, LESSCHARSET", "Set the options of less; by default FRX and utf-8"),
        ("LC_ALL, LC_MESSAGES, LANG", "Use the language of this locale, unless another is set"),
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
      ]
    case .files:
      [
        ("~/.config/holocron/config.json", "Your configuration"),
        ("/etc/holocron/config.json", "The configuration of the system"),
        ("~/.config/holocron/keys/", "The key of your broker and the keys it accepts"),
        (".holocron.json", "Display settings of a project, in the working directory or a folder above"),
        ("~/.cache/holocron/", "The cache, which can be fetched again"),
        ("~/.local/share/holocron/", "The search history, favourites and the score of the quiz"),
        ("~/.local/state/holocron/", "Logs, reports of crashes and the counters of holocron usage"),
        ("/tmp/holocron-UID/", "Sockets, locks and the state of running processes"),
      ]
    }
  }
}
