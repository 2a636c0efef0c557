import Glibc
public import MessageBus

/// Finds the other Holocron programs: next to this executable, then on PATH.
public struct Executables: Sendable {
  /// Absolute paths in search order.
  public let folders: [String]

  public init(folders: [String]) { self.folders = folders }

  public init(environment: Environment) {
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    folders = [Self.ownFolder].compactMap(\.self) + path.filter { $0.hasPrefix("/") }
  }

  /// The folder of the running executable with links resolved; `nil` if /proc is not mounted.
  static var ownFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Returns the path of the executable `name`; `nil` if no folder contains it.
  public func find(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
  }

  /// Returns the commands that `holocron-NAME` programs add, sorted and without duplicates.
  public func commandNames() -> [String] {
    var commands: Set<String> = []
    for folder in folders {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let command = String(name.dropFirst("holocron-".count))
        if name.hasPrefix("holocron-"), Self.isCommandName(command), find(name) != nil { commands.insert(command) }
      }
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

  /// Replaces this process with the program at `path` (execv(3)). Returns the problem if that fails.
  public static func exec(_ path: String, _ arguments: [String]) -> Problem {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    let reason = String(cString: strerror(errno))
    words.forEach { free($0) }
    return Problem(500, "cannot start a program", detail: "\(path): \(reason)")
  }
}
