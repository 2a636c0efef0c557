public import MessageBus
import OrderedJSON
public import Platform
public import Presentation

/// The configuration files that front-ends read, the strongest first: a value in a file takes precedence over one in a later file. They are
/// the file of the project, that of the user and those of the system; or only the file that `HOLOCRON_CONFIG` names.
public struct ConfigurationFiles: Sendable {
  public let files: [ConfigurationFile]
  /// The settings of the project's file that are ignored, and why.
  public let ignored: [SettingNotice]

  /// The configuration without files.
  public static let none = ConfigurationFiles([])

  public init(_ files: [ConfigurationFile], ignored: [SettingNotice] = []) {
    self.files = files
    self.ignored = ignored
  }

  /// Reads the files that exist. `HOLOCRON_CONFIG` must exist. Throws a problem of status 400 that names the file and the error.
  /// - Parameter folder: where the search for the project's file begins; `nil` for no project.
  public static func read(environment: Environment, folder: String? = Folder.current) throws(Problem) -> ConfigurationFiles {
    let named = environment["HOLOCRON_CONFIG"]
    do throws(ConfigurationDocument.InvalidFile) {
      let documents = try ConfigurationDocument.readAll(named, environment: environment)
      let files = documents.map { ConfigurationFile(path: $0.path, members: $0.members) }
      guard named == nil, let folder, let found = ProjectFile.find(from: folder, environment: environment) else {
        return ConfigurationFiles(files)
      }
      if let reason = found.distrust { return ConfigurationFiles(files, ignored: [.ignoredFile(found.path, reason)]) }
      guard let document = try ConfigurationDocument.read(found.path, mustExist: false) else { return ConfigurationFiles(files) }
      let (file, ignored) = ConfigurationFile(path: found.path, members: document.members).asProjectFile
      return ConfigurationFiles([file] + files, ignored: ignored)
    } catch { throw ConfigurationFile.unreadable(error) }
  }

  /// Returns the section `name` of each file, the strongest first.
  func sections(_ name: String) -> [ConfigurationFile.Section] { files.map { $0.section(name) } }

  /// Throws a problem of status 400 if a section is not an object or has an unknown member.
  func check(_ name: String, members known: [String]) throws(Problem) {
    for file in files { try file.check(name, members: known) }
  }
}
