public import MessageBus
public import Platform

/// Finds the other Holocron programs: next to this executable, then on PATH.
public struct Executables: Sendable {
  /// Absolute paths in search order.
  public let folders: [String]

  public init(folders: [String]) { self.folders = folders }

  public init(environment: Environment) {
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    folders = [RunningProgram.own?.folder].compactMap(\.self) + path.filter { $0.hasPrefix("/") }
  }

  /// Returns the path of the executable `name`; `nil` if no folder contains it.
  public func find(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first(where: FileSystem.isExecutable)
  }

  /// Returns the commands that `holocron-NAME` programs add, sorted and without duplicates.
  public func commandNames() -> [String] {
    var commands: Set<String> = []
    for name in folders.flatMap(Folder.names(in:)) where name.hasPrefix("holocron-") {
      let command = String(name.dropFirst("holocron-".count))
      if Self.isCommandName(command), find(name) != nil { commands.insert(command) }
    }
    return commands.sorted()
  }

  /// Whether `word` consists of lowercase letters, digits and inner dashes, at most 64 bytes. Such a name cannot lead out of a folder.
  public static func isCommandName(_ word: String) -> Bool {
    guard let first = word.utf8.first, first != UInt8(ascii: "-"), word.utf8.count <= 64 else { return false }
    return word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }

  /// Replaces this process with the program at `path`. Returns the problem if that fails.
  public static func exec(_ path: String, _ arguments: [String]) -> Problem {
    Problem(500, "cannot start a program", detail: "\(path): \(OwnProcess.replace(with: path, arguments).reason)")
  }
}

/// Creates folders of front-ends.
public enum Folders {
  /// Creates `path` and missing parent folders, accessible to this user only. Throws a problem that names the folder, or the file in its
  /// place or in place of a parent.
  public static func make(_ path: String) throws(Problem) {
    do { try Folder.create(path) } catch {
      let folder = error.path ?? path
      throw Problem(
        500, "a folder cannot be created",
        detail: error.number == .notAFolder
          ? "\(FileSystem.closestExisting(folder)) is not a folder; move or remove it" : "cannot create \(folder): \(error.reason)")
    }
  }
}
