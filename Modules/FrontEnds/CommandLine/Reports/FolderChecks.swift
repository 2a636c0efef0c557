import Glibc
import Launch
import Localization
import MessageBus

extension Checks {
  /// The folder that the socket of the bus is in: whoever else can write there can pose as the bus.
  static func sockets(_ folder: String) -> [Finding] {
    var findings: [Finding] = []
    switch Folders.weakness(of: folder) {
    case nil: findings.append(Finding("Sockets", .pass, "\(folder) is yours alone"))
    case "does not exist": findings.append(Finding("Sockets", .pass, "\(folder) is made when a bus starts"))
    case "lets other users in": findings.append(Finding("Sockets", .fail, "\(folder) lets other users in", remedy: "chmod 700 \(folder)"))
    case let weakness?:
      findings.append(Finding("Sockets", .fail, "\(folder) \(weakness)", remedy: "set XDG_RUNTIME_DIR to a folder of your own"))
    }
    if folder.utf8.count + "/events".utf8.count > Endpoint.longestPath {
      findings.append(
        Finding("Socket path", .fail, "\(folder) is too long for a socket", remedy: "set XDG_RUNTIME_DIR to a shorter path"))
    }
    return findings
  }

  /// Less than this is not enough for a cache and an index.
  private static let leastSpace = 64 << 20

  /// The folder can be written, or made where the first existing folder above it can, and the file system has room. Writes a file and removes it.
  static func writable(_ subject: String, _ path: String, space: (String) -> Int? = freeBytes) -> Finding {
    var existing = path
    while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash > existing.startIndex {
      existing = String(existing[..<slash])
    }
    guard access(existing, W_OK | X_OK) == 0 else {
      return Finding(
        subject, .fail, "\(existing) cannot be written: \(String(cString: strerror(errno)))", remedy: "chmod u+rwx \(existing)")
    }
    if let reason = Self.failure(toWriteIn: existing) {
      return Finding(subject, .fail, "\(existing) takes no files: \(reason)", remedy: "make room there, or set another folder")
    }
    if let free = space(existing), free < leastSpace {
      return Finding(
        subject, .warn, "\(existing) has only \(Figures.bytes(free)) left",
        remedy: "make room: without it answers are not stored, and searches know only what fits into memory")
    }
    return Finding(subject, .pass, existing == path ? "\(path) can be written" : "\(path) is made when it is needed")
  }

  static func freeBytes(in folder: String) -> Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMuch ? nil : bytes
  }

  /// Writes and removes a file of one page: a quota or a full disk shows only then.
  private static func failure(toWriteIn folder: String) -> String? {
    var name = Array("\(folder)/.holocron-doctor-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    defer {
      unlink(name)
      close(file)
    }
    let page = [UInt8](repeating: 0, count: 4_096)
    guard write(file, page, page.count) == page.count, fsync(file) == 0 else { return String(cString: strerror(errno)) }
    return nil
  }
}
