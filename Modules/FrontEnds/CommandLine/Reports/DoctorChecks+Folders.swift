import Localization
import MessageBus
import Platform

extension DoctorChecks {
  /// Checks the folder of the bus socket, that files can be written there, and that nothing else is in the place of the sockets `files`. Other
  /// users with write access to the folder could impersonate the bus.
  static func sockets(
    _ folder: String, files: [String],
    write: (String) throws(SystemError) -> Void = { folder throws(SystemError) in
      try FileSystem.testWriting(in: folder, name: ".holocron-doctor")
    }
  ) -> [Finding] {
    var findings: [Finding] = []
    let ownFolder = "set XDG_RUNTIME_DIR to a folder of your own"
    do throws(RuntimeFolder.Weakness) {
      try RuntimeFolder.check(folder)
      do throws(SystemError) { try write(folder) } catch {
        findings.append(
          Finding(
            "Sockets", .fail, "cannot create files in \(folder): \(error.reason)",
            remedy: "free disk space, or set XDG_RUNTIME_DIR to another folder"))
      }
      let foreign = files.first { file in (try? FileStatus(of: file)).map { $0.kind != .socket } ?? false }
      findings.append(
        foreign.map { Finding("Sockets", .fail, "\($0) is not a socket", remedy: "remove \($0)") }
          ?? Finding("Sockets", .pass, "\(folder) is accessible only to you"))
    } catch {
      switch error {
      case .missing: findings.append(Finding("Sockets", .pass, "\(folder) will be created when a bus starts"))
      case .accessible:
        findings.append(Finding("Sockets", .fail, "\(folder) is accessible to other users", remedy: "chmod 700 \(folder)"))
      case .notAFolder: findings.append(Finding("Sockets", .fail, "\(folder) is not a folder", remedy: ownFolder))
      case .foreign(let user):
        findings.append(Finding("Sockets", .fail, "\(folder) belongs to \(User.description(of: user))", remedy: ownFolder))
      case .system(let error):
        findings.append(Finding("Sockets", .fail, "cannot inspect \(folder): \(error.reason)", remedy: ownFolder))
      }
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
  /// Writes and removes a file. `variable` is the environment variable that sets another folder.
  static func writable(
    _ subject: String, _ path: String, variable: String, space: (String) -> Int? = { FileSystem.freeBytes(at: $0) }
  ) -> Finding {
    var existing = path
    while !FileSystem.exists(existing), let slash = existing.lastIndex(of: "/"), slash > existing.startIndex {
      existing = String(existing[..<slash])
    }
    if let status = try? FileStatus(of: existing), status.kind != .folder {
      return Finding(
        subject, .fail, "\(existing) is not a folder",
        remedy: status.kind == .regular ? "move or remove \(existing)" : "set \(variable) to another folder")
    }
    do { try FileSystem.checkWritable(existing) } catch {
      return Finding(
        subject, .fail, "cannot write to \(existing): \(error.reason)", remedy: remedy(for: error.number, existing, variable: variable))
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

  /// Returns what to do about a folder that cannot be written. Only missing permissions can be changed.
  static func remedy(for error: ErrorNumber, _ folder: String, variable: String) -> String {
    error == .permissionDenied ? "chmod u+rwx \(folder)" : "set \(variable) to a folder that can be written"
  }
}
