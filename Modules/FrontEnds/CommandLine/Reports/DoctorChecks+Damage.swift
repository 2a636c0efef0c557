import Localization
import MessageBus
import OrderedJSON
import Platform

extension DoctorChecks {
  private static let headerSize = 100
  private static let magic = Array("SQLite format 3".utf8) + [0]

  /// Checks the files of the cache and the history where the environment or the configuration files put them, or else in the standard
  /// folders. A relative path counts from the working directory, as in a service that is started there.
  static func databases(_ environment: Environment) -> [Finding] {
    let folders = XDGFolders(environment)
    let documents = (try? ConfigurationDocument.readAll(environment["HOLOCRON_CONFIG"], environment: environment)) ?? []
    func location(_ section: String, _ setting: String, or standard: String?) -> String? {
      let texts = documents.lazy.compactMap { ($0.members[section]?[setting] ?? $0.members["\(section).\(setting)"])?.string }
      guard let text = environment["HOLOCRON_\(section)_\(setting)".uppercased()] ?? texts.first else { return standard }
      guard !text.hasPrefix("/") else { return text }
      // Other words, such as memory, are not paths.
      return text.contains { $0 == "/" || $0 == "." } ? Folder.current.map { "\($0)/\(text)" } : nil
    }
    let files: [(subject: String, path: String?)] = [
      ("Cache folder", location("cache", "store", or: folders.cache.map { "\($0)/cache.sqlite" })),
      ("Data folder", location("search", "history", or: folders.data.map { "\($0)/history.sqlite" })),
    ]
    return files.flatMap { subject, path -> [Finding] in
      guard let path, let slash = path.lastIndex(of: "/") else { return [] }
      return damage(subject, in: String(path[..<slash]), to: String(path[path.index(after: slash)...]))
    }
  }

  /// Warns about a database file that is damaged, and about the latest one that a worker has replaced by a new one (`FILE.damaged-N`). Reads
  /// the header only; workers check the rest.
  static func damage(_ subject: String, in folder: String, to name: String) -> [Finding] {
    let path = "\(folder)/\(name)"
    var findings: [Finding] = []
    if isDamaged(path) {
      findings.append(
        Finding(
          subject, .warn, "\(path) is damaged; the next worker that opens the file replaces it and keeps the damaged one",
          remedy: "move or remove \(path)"))
    }
    let prefix = "\(name).damaged-"
    let numbers = Folder.names(in: folder).compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
    if let latest = numbers.max() {
      let kept = "\(folder)/\(prefix)\(latest)"
      findings.append(
        Finding(subject, .warn, "a damaged file has been replaced by a new one and is kept as \(kept)", remedy: "move or remove \(kept)"))
    }
    return findings
  }

  /// Whether a file is not one of SQLite, or shorter than its header says. The header is valid only without a write-ahead log. An empty file
  /// is a new one.
  private static func isDamaged(_ path: String) -> Bool {
    guard (try? FileStatus(of: path))?.kind == .regular, let file = try? Descriptor.open(path, for: .reading),
      let header = try? file.read(upTo: headerSize), !header.isEmpty
    else { return false }
    guard header.count == headerSize, header.starts(with: magic) else { return true }
    guard (try? Descriptor.open("\(path)-wal", for: .reading).read(upTo: 1))?.isEmpty ?? true else { return false }
    func number(_ range: Range<Int>) -> Int { header[range].reduce(0) { $0 << 8 | Int($1) } }
    // Page size 1 stands for 65,536.
    let size = (number(16..<18) == 1 ? 65_536 : number(16..<18)) * number(28..<32)
    return file.size.map { $0 < size } ?? false
  }
}
