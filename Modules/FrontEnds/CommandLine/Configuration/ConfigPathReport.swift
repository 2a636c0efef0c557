import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import TerminalText

/// The configuration files that are read, the strongest first.
struct ConfigPathReport: Document {
  private let rows: [Row]
  private let language: any Language

  /// A file, what it is for, and whether it is read.
  struct Row: Sendable, Hashable {
    let scope: String
    let path: String
    /// `read`, `missing`, or `ignored` with the reason.
    let state: String
  }

  init(_ rows: [Row], in language: any Language = English()) {
    self.rows = rows
    self.language = language
  }

  /// Returns the files for a working directory.
  static func rows(_ environment: Environment, folder: String?) throws(Problem) -> [Row] {
    func row(_ scope: String, _ path: String) -> Row {
      Row(scope: scope, path: path, state: FileSystem.exists(path) ? "read" : "missing")
    }
    if let named = environment["HOLOCRON_CONFIG"] { return [row("HOLOCRON_CONFIG", named)] }
    var rows: [Row] = []
    if let folder {
      if let project = ProjectFile.find(from: folder, environment: environment) {
        rows.append(Row(scope: "project", path: project.path, state: project.distrust.map { "ignored: \($0)" } ?? "read"))
      } else {
        rows.append(Row(scope: "project", path: "\(folder)/\(ProjectFile.name)", state: "missing"))
      }
    }
    let folders = XDGFolders(environment)
    if let user = folders.configurationFile { rows.append(row("user", user)) }
    return rows + folders.systemConfigurationFiles.map { row("system", $0) }
  }

  var json: JSON { .array(lines) }
  var lines: [JSON] {
    rows.map { ["scope": .string($0.scope), "path": .string($0.path), "state": .string($0.state)] }
  }
  var sheet: Sheet { Sheet(header: ["scope", "path", "state"], rows: rows.map { [$0.scope, $0.path, $0.state] }) }

  var blocks: [Block] {
    [
      .table(
        Table(
          [
            .init(language.say(ReportPhrase.scope), expendability: 2), .init(language.say(.filePath), expendability: 0),
            .init(language.say(DetailPhrase.state), expendability: 1),
          ],
          rows: rows.map { row in
            [
              StyledText(word(row.scope), .accent), StyledText(row.path.printable), StyledText(word(row.state).printable, .muted),
            ]
          }))
    ]
  }

  /// Returns a scope or a state in the language. The reason why a file is ignored is not translated.
  private func word(_ text: String) -> String {
    switch text {
    case "project": language.say(.projectFile)
    case "user": language.say(.userFile)
    case "system": language.say(.systemFile)
    case "read": language.say(.fileIsRead)
    case "missing": language.say(.fileIsMissing)
    default: text
    }
  }
}
