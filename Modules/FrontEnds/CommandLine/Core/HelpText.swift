import Console
import Presentation
import Text

/// The help of the program and its commands.
struct HelpText: Sendable {
  let commands: Commands
  /// The commands added by `holocron-NAME` programs on PATH.
  let plugins: [String]
  let surface: Surface

  private var painter: Painter { surface.painter }
  private var columns: Int { min(surface.columns ?? 100, 100) }

  /// The list of all commands.
  var overview: SafeText {
    var text = paragraph("Holocron: a Star Wars encyclopedia for the terminal")
    text += "\n" + heading("Usage") + "  holocron COMMAND [OPTIONS]\n"
    for group in CommandGroup.allCases { text += "\n" + list(group.rawValue, rows(of: group)) }
    // Built-in commands come first.
    let added = plugins.filter { commands[$0] == nil }
    if !added.isEmpty { text += "\n" + list("Found on PATH", [(added.joined(separator: ", "), "Run the program holocron-NAME")]) }
    text += "\n" + list("Common options", CommonOptions.all.map(\.helpRow))
    text += "\n" + list("Without a command", [CommonOptions.version.definition.helpRow])
    text += "\n" + list("Examples", Self.examples.map { ($0.line, $0.meaning) })
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
    if !command.examples.isEmpty { text += "\n" + list("Examples", command.examples.map { ($0.line, $0.meaning) }) }
    return text
  }

  /// Returns the text of `holocron` without a command on a terminal. `status` says what is running.
  func welcome(_ status: String) -> SafeText {
    var text = heading("Holocron: a Star Wars encyclopedia for the terminal") + "\n" + SafeText(lines: status.wrapped(to: columns))
    text += "\n" + list("Try", Self.examples.map { ($0.line, $0.meaning) })
    return text + "\n" + paragraph("All commands: holocron help")
  }

  /// The text of `holocron` without a command if standard output is not a terminal.
  var short: SafeText {
    SafeText(lines: ["Usage: holocron COMMAND [OPTIONS]", "For example: holocron show luke", "All commands: holocron help"])
  }

  static let examples = [
    Example("holocron films", "the films in story order"),
    Example("holocron show luke", "a record by name"),
    Example("holocron search tatoine", "any field, typos allowed"),
    Example("holocron explore", "browse in full screen"),
  ]

  /// Returns the rows of a group. All kinds share one row, because they are one command.
  private func rows(of group: CommandGroup) -> [(term: String, meaning: String)] {
    let members = commands.all.filter { $0.group == group }
    let lists = members.compactMap { $0 as? ListCommand }
    let rest = members.filter { !($0 is ListCommand) }.map { ($0.name, $0.summary) }
    return lists.isEmpty ? rest : [(lists.map(\.name).joined(separator: ", "), "List the records of a kind")] + rest
  }

  private func heading(_ text: String) -> SafeText {
    text.wrapped(to: columns).map { painter.paint($0, .title) + "\n" }.joined()
  }

  private func paragraph(_ text: String) -> SafeText { SafeText(lines: text.wrapped(to: columns)) }

  private func list(_ heading: String, _ rows: [(term: String, meaning: String)]) -> SafeText {
    HelpList(heading, rows).text(columns: columns, painter)
  }
}
