import Explorer
import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Text

/// The configuration files that are read, the strongest first.
struct ConfigPathReport: Document {
  private let rows: [Row]

  /// A file, what it is for, and whether it is read.
  struct Row: Sendable, Hashable {
    let scope: Scope
    let path: String
    let state: State
  }

  enum Scope: Sendable, Hashable {
    case project, user, system
    /// A variable names the only file.
    case variable(String)
  }

  enum State: Sendable, Hashable {
    case read, missing
    case ignored(FileDistrust)
  }

  init(_ rows: [Row]) { self.rows = rows }

  /// Returns the files for a working directory.
  static func rows(_ environment: Environment, folder: String?) throws(Problem) -> [Row] {
    func row(_ scope: Scope, _ path: String) -> Row {
      Row(scope: scope, path: path, state: FileSystem.exists(path) ? .read : .missing)
    }
    if let named = environment["HOLOCRON_CONFIG"] { return [row(.variable("HOLOCRON_CONFIG"), named)] }
    var rows: [Row] = []
    if let folder {
      if let project = ProjectFile.find(from: folder, environment: environment) {
        rows.append(Row(scope: .project, path: project.path, state: project.distrust.map { .ignored($0) } ?? .read))
      } else {
        rows.append(Row(scope: .project, path: "\(folder)/\(ProjectFile.name)", state: .missing))
      }
    }
    let folders = XDGFolders(environment)
    if let user = folders.configurationFile { rows.append(row(.user, user)) }
    return rows + folders.systemConfigurationFiles.map { row(.system, $0) }
  }

  var json: JSON { .array(lines) }
  var lines: [JSON] {
    rows.map { ["scope": .string($0.scope.name), "path": .string($0.path), "state": .string($0.state.name)] }
  }
  var sheet: Sheet { Sheet(header: ["scope", "path", "state"], rows: rows.map { [$0.scope.name, $0.path, $0.state.name] }) }

  var blocks: [Block] {
    [
      .table(
        Table(
          [
            .init("Scope", expendability: 2), .init("Path", expendability: 0),
            .init("State", expendability: 1),
          ],
          rows: rows.map { row in
            [
              StyledText(row.scope.name, .accent), StyledText(row.path.printable), StyledText(row.state.name.printable, .muted),
            ]
          }))
    ]
  }
}

extension ConfigPathReport.Scope {
  fileprivate var name: String {
    switch self {
    case .project: "project"
    case .user: "user"
    case .system: "system"
    case .variable(let name): name
    }
  }
}

extension ConfigPathReport.State {
  /// `read`, `missing`, or `ignored` with the reason.
  fileprivate var name: String {
    switch self {
    case .read: "read"
    case .missing: "missing"
    case .ignored(let reason): "ignored: \(reason)"
    }
  }
}
