import Console
import Explorer
import Localization
import MessageBus
import Platform

/// The configuration file that a command writes.
enum ConfigScope: String, Sendable, CaseIterable {
  case project, user, system

  static let projectFlag = Flag("project", "Write \(ProjectFile.name) of this project")
  static let systemFlag = Flag("system", "Write the file of the system")
  static let options = [projectFlag.definition, systemFlag.definition]

  /// Returns the scope that the options choose, by default the user's. Throws a 400 for two of them.
  static func chosen(_ arguments: Arguments) throws(Problem) -> ConfigScope {
    switch (arguments[projectFlag], arguments[systemFlag]) {
    case (true, true): throw .usage("--project and --system exclude each other", field: "--system")
    case (true, false): return .project
    case (false, true): return .system
    case (false, false): return .user
    }
  }

  /// The permissions of a new file: the settings of a project and of the system are for everyone.
  var mode: UInt32 { self == .user ? 0o600 : 0o644 }

  /// Returns the path of the file, which may not exist. Throws a 400 if it would not be read.
  func path(_ environment: Environment, folder: String?) throws(Problem) -> String {
    if self != .user, let named = environment["HOLOCRON_CONFIG"] {
      throw .usage("--\(rawValue): HOLOCRON_CONFIG is set, so only \(named) is read; unset it first", field: "--\(rawValue)")
    }
    switch self {
    case .user:
      guard let path = environment["HOLOCRON_CONFIG"] ?? XDGFolders(environment).configurationFile else {
        throw Problem(
          500, "no home folder", detail: "there is no folder for the configuration file; set HOME, or HOLOCRON_CONFIG to a file")
      }
      return path
    case .system:
      let files = XDGFolders(environment).systemConfigurationFiles
      return files.first { FileSystem.exists($0) } ?? files[files.count - 1]
    case .project:
      guard let folder else { throw Problem(500, "no working directory", detail: "the working directory has been removed") }
      if let found = ProjectFile.find(from: folder, environment: environment) {
        guard let reason = found.distrust else { return found.path }
        throw Problem(409, "untrusted file", detail: "\(found.path) is not changed: \(reason)")
      }
      guard ProjectFile.isSearched(folder, environment: environment) else {
        throw .usage(
          "--project: a \(ProjectFile.name) in \(folder) would not be read; change to the folder of a project", field: "--project")
      }
      return "\(folder)/\(ProjectFile.name)"
    }
  }
}
