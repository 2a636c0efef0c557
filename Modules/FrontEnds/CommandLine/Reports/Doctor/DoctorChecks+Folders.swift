import Localization
import MessageBus
import OrderedJSON
import Platform
import Presentation

extension DoctorChecks {
  /// Checks the folder of the bus socket, that files can be written there, and that nothing else is in the place of the sockets `files`. Other
  /// users with write access to the folder could impersonate the bus. `mistake` is why requests start no bus there, if the folder is missing.
  static func sockets(
    _ folder: String, files: [String], mistake: Problem? = nil,
    write: (String) throws(SystemError) -> Void = { folder throws(SystemError) in
      try FileSystem.testWriting(in: folder, name: ".holocron-doctor")
    }
  ) -> [Finding] {
    var findings: [Finding] = []
    let variable = "XDG_RUNTIME_DIR"
    let ownFolder = "set \(variable) to a folder of your own"
    do throws(RuntimeFolder.Weakness) {
      try RuntimeFolder.check(folder)
      do throws(SystemError) { try write(folder) } catch {
        findings.append(
          Finding(
            "Sockets", .fail, "cannot create files in \(folder): \(error.reason)",
            remedy: "free disk space, or set \(variable) to another folder"))
      }
      let foreign = files.first { file in (try? FileStatus(of: file)).map { $0.kind != .socket } ?? false }
      findings.append(
        foreign.map { Finding("Sockets", .fail, "\($0) is not a socket", remedy: "remove \($0)") }
          ?? Finding("Sockets", .pass, "\(folder) is accessible only to you"))
    } catch {
      switch error {
      case .missing:
        findings.append(
          mistake.map { Finding("Sockets", .warn, $0.detail ?? $0.title) }
            ?? Finding("Sockets", .pass, "\(folder) will be created when a bus starts"))
      case .accessible:
        findings.append(Finding("Sockets", .fail, "\(folder) is accessible to other users", remedy: "chmod 700 \(folder)"))
      case .notAFolder: findings.append(Finding("Sockets", .fail, "\(folder) is not a folder", remedy: ownFolder))
      case .foreign(let user):
        findings.append(Finding("Sockets", .fail, "\(folder) belongs to user \(User.label(of: user))", remedy: ownFolder))
      case .system(let error):
        findings.append(Finding("Sockets", .fail, "cannot inspect \(folder): \(error.reason)", remedy: ownFolder))
      }
    }
    if folder.utf8.count + "/events".utf8.count > Endpoint.maxPathLength {
      findings.append(Finding("Socket path", .fail, "\(folder) is too long for a socket path", remedy: "set \(variable) to a shorter path"))
    }
    return findings
  }

  /// The minimum free space for a cache and an index, in bytes.
  private static let minimumFreeSpace = 64 << 20

  /// Checks that the folder is writable, or that its nearest existing parent folder is, and that the file system has enough free space.
  /// Writes and removes a file. `variable` is the environment variable that sets another folder.
  static func writable(
    _ subject: String, _ path: String, variable: String, space: (String) -> Int? = { FileSystem.freeBytes(at: $0) }
  ) -> Finding {
    let existing = FileSystem.closestExisting(path)
    let status = try? FileStatus(of: existing)
    if let status, status.kind != .folder {
      return Finding(
        subject, .fail, "\(existing) is not a folder",
        remedy: status.kind == .regular ? "move or remove \(existing)" : "set \(variable) to another folder")
    }
    do { try FileSystem.checkWritable(existing) } catch {
      return unwritable(subject, existing, error, owner: status?.owner ?? User.effective, variable: variable)
    }
    do { try FileSystem.testWriting(in: existing, name: ".holocron-doctor") } catch {
      return Finding(
        subject, .fail, "cannot create files in \(existing): \(error.reason)",
        remedy: "free disk space, or set \(variable) to another folder")
    }
    if let free = space(existing), free < minimumFreeSpace {
      return Finding(
        subject, .warn, "\(existing) has only \(Figures.bytes(free)) left",
        remedy: "free disk space; otherwise responses are not stored, and searches cover only what fits into memory")
    }
    return Finding(subject, .pass, existing == path ? "\(path) is writable" : "\(path) will be created when needed")
  }

  /// Returns the finding about a folder that cannot be written. Only missing permissions can be changed, and only by the owner of the folder.
  static func unwritable(
    _ subject: String, _ folder: String, _ error: SystemError, owner: UInt32, user: UInt32 = User.effective, variable: String
  ) -> Finding {
    let message = "cannot write to \(folder): \(error.reason)"
    guard error.number == .permissionDenied else {
      return Finding(subject, .fail, message, remedy: "set \(variable) to a folder that can be written")
    }
    guard owner == user else {
      return Finding(
        subject, .fail, "\(message); \(folder) belongs to user \(User.label(of: owner))", remedy: "set \(variable) to a folder of your own")
    }
    return Finding(subject, .fail, message, remedy: "chmod u+rwx \(folder)")
  }
}

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
