import Presentation
import TerminalText

/// The texts of the help.
struct HelpText: Sendable {
  let commands: Commands
  /// Words that `holocron-<word>` programs on PATH add.
  let plugins: [String]
  let surface: Surface

  private var painter: Painter { surface.painter }
  private var columns: Int { min(surface.columns ?? 100, 100) }

  /// All commands in short.
  var overview: SafeText {
    var text: SafeText = "Holocron, an encyclopedia of the Star Wars films for the terminal.\n\n"
    text += heading("Usage") + "  holocron COMMAND [SWITCHES]\n"
    for group in CommandGroup.allCases { text += "\n" + heading(group.rawValue) + list(rows(of: group)) }
    if !plugins.isEmpty { text += "\n" + heading("Found on PATH") + list([(plugins.joined(separator: ", "), "holocron-WORD programs")]) }
    text += "\n" + heading("Everywhere") + list(CommonOptions.all.map { ($0.synopsis, $0.help) })
    text += "\n" + heading("Examples") + list(Self.examples.map { ($0.line, $0.meaning) })
    return text + "\nholocron help COMMAND tells more; holocron help exit-codes lists the exit codes.\n"
  }

  /// A page about one command.
  func page(of command: some Command) -> SafeText {
    var text: SafeText = "\(command.summary)\n\n" + heading("Usage")
    for form in command.usage { text += "  holocron \(command.name)\(form.isEmpty ? "" : " \(form)")\n" }
    for paragraph in command.details { text += "\n" + SafeText(lines: paragraph.wrapped(to: columns)) }
    if !command.switches.isEmpty { text += "\n" + heading("Switches") + list(command.switches.map { ($0.synopsis, $0.help) }) }
    text += "\n" + heading("Everywhere") + list(CommonOptions.all.map { ($0.synopsis, $0.help) })
    if !command.examples.isEmpty { text += "\n" + heading("Examples") + list(command.examples.map { ($0.line, $0.meaning) }) }
    return text
  }

  /// What a newcomer sees who types `holocron` alone and is no person.
  var short: SafeText {
    "Usage: holocron COMMAND [SWITCHES]\nFor example: holocron show luke\nAll commands: holocron help\n"
  }

  static let examples = [
    Example("holocron films", "the films in the order of their story"),
    Example("holocron show luke", "a record by name"),
    Example("holocron search tatoine", "anything, mistakes allowed"),
    Example("holocron explore", "everything, in full screen"),
  ]

  /// The kinds share a line: they are one command.
  private func rows(of group: CommandGroup) -> [(String, String)] {
    let members = commands.all.filter { $0.group == group }
    let lists = members.compactMap { $0 as? ListCommand }
    let rest = members.filter { !($0 is ListCommand) }.map { ($0.name, $0.summary) }
    return lists.isEmpty ? rest : [(lists.map(\.name).joined(separator: ", "), "List a kind")] + rest
  }

  private func heading(_ text: String) -> SafeText { painter.paint(text, .title) + "\n" }

  /// Terms on the left, explanations wrapped on the right, or below where a term is long.
  private func list(_ rows: [(term: String, meaning: String)]) -> SafeText {
    let width = min(rows.reduce(0) { max($0, $1.term.columns) }, 34)
    var text: SafeText = ""
    for (term, meaning) in rows {
      let lines = meaning.wrapped(to: max(20, columns - width - 4))
      let indent = String(repeating: " ", count: width + 4)
      let isLong = term.columns > width
      text += "  \(painter.paint(isLong ? term : term.padded(to: width), .accent))\(isLong ? "\n\(indent)" : "  " as SafeText)"
      text += lines.map { SafeText($0) }.joined(separator: "\n\(indent)") + "\n"
    }
    return text
  }
}
