import Glibc
public import MessageBus

/// Finds the other programs of Holocron: beside this one, then on PATH.
public struct Executables: Sendable {
  /// Absolute paths, the first to look into first.
  public let folders: [String]

  public init(folders: [String]) { self.folders = folders }

  public init(environment: Environment) {
    let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    folders = [Self.ownFolder].compactMap(\.self) + path.filter { $0.hasPrefix("/") }
  }

  /// The folder of the running executable, links resolved; `nil` where /proc is not mounted.
  static var ownFolder: String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// `nil` when no folder has an executable of that name.
  public func find(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
  }

  /// The words that `holocron-<word>` programs add to the commands, sorted, without duplicates.
  public func words() -> [String] {
    var words: Set<String> = []
    for folder in folders {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let word = String(name.dropFirst("holocron-".count))
        if name.hasPrefix("holocron-"), Self.isWord(word), find(name) != nil { words.insert(word) }
      }
    }
    return words.sorted()
  }

  /// One path component of lower-case letters, digits and dashes inside: nothing that could lead out of a folder.
  public static func isWord(_ word: String) -> Bool {
    guard let first = word.utf8.first, first != UInt8(ascii: "-"), word.utf8.count <= 64 else { return false }
    return word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }

  /// Becomes the program at `path`, in the same process. Returns only when that failed, with the reason.
  public static func become(_ path: String, _ arguments: [String]) -> Problem {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    let reason = String(cString: strerror(errno))
    words.forEach { free($0) }
    return Problem(500, "a program cannot be started", detail: "\(path): \(reason)")
  }
}
