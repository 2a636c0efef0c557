import Glibc
import Launch
import Localization
import MessageBus

extension DoctorChecks {
  /// Checks the folder of the bus socket. Other users with write access to it could impersonate the bus.
  static func sockets(_ folder: String) -> [Finding] {
    var findings: [Finding] = []
    switch Folders.weakness(of: folder) {
    case nil: findings.append(Finding("Sockets", .pass, "\(folder) is accessible only to you"))
    case "does not exist": findings.append(Finding("Sockets", .pass, "\(folder) will be created when a bus starts"))
    case "is accessible to other users":
      findings.append(Finding("Sockets", .fail, "\(folder) is accessible to other users", remedy: "chmod 700 \(folder)"))
    case let weakness?:
      findings.append(Finding("Sockets", .fail, "\(folder) \(weakness)", remedy: "set XDG_RUNTIME_DIR to a folder of your own"))
    }
    if folder.utf8.count + "/events".utf8.count > Endpoint.maxPathLength {
      findings.append(
        Finding("Socket path", .fail, "\(folder) is too long for a socket path", remedy: "set XDG_RUNTIME_DIR to a shorter path"))
    }
    return findings
  }

  /// The minimum free space for a cache and an index, in bytes.
  private static let minimumFreeSpace = 64 << 20

  /// Checks that the folder is writable, or that its nearest existing parent folder is, and that the file system has enough free space.
  /// Writes and removes a file.
  static func writable(_ subject: String, _ path: String, space: (String) -> Int? = freeBytes) -> Finding {
    var existing = path
    while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash > existing.startIndex {
      existing = String(existing[..<slash])
    }
    guard access(existing, W_OK | X_OK) == 0 else {
      return Finding(
        subject, .fail, "cannot write to \(existing): \(String(cString: strerror(errno)))", remedy: "chmod u+rwx \(existing)")
    }
    if let reason = Self.failure(toWriteIn: existing) {
      return Finding(subject, .fail, "cannot create files in \(existing): \(reason)", remedy: "free disk space, or set another folder")
    }
    if let free = space(existing), free < minimumFreeSpace {
      return Finding(
        subject, .warn, "\(existing) has only \(Figures.bytes(free)) left",
        remedy: "free disk space; otherwise responses are not stored, and searches cover only what fits into memory")
    }
    return Finding(subject, .pass, existing == path ? "\(path) is writable" : "\(path) will be created when needed")
  }

  static func freeBytes(in folder: String) -> Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMuch ? nil : bytes
  }

  /// Writes and removes a file of one page, because only a write reveals a quota or a full disk. Returns the error; `nil` on success.
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
