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
    func fail(_ message: String, _ remedy: String) { findings.append(Finding("Sockets", .fail, message, remedy: remedy)) }
    let variable = "XDG_RUNTIME_DIR"
    let ownFolder = "set \(variable) to a folder of your own"
    do throws(RuntimeFolder.Weakness) {
      try RuntimeFolder.check(folder)
      do throws(SystemError) { try write(folder) } catch {
        fail("cannot create files in \(folder): \(error.reason)", "free disk space, or set \(variable) to another folder")
      }
      if let foreign = files.first(where: { file in (try? FileStatus(of: file)).map { $0.kind != .socket } ?? false }) {
        fail("\(foreign) is not a socket", "remove \(foreign)")
      } else {
        findings.append(Finding("Sockets", .pass, "\(folder) is accessible only to you"))
      }
    } catch {
      switch error {
      case .missing:
        findings.append(
          mistake.map { Finding("Sockets", .warn, $0.detail ?? $0.title) }
            ?? Finding("Sockets", .pass, "\(folder) will be created when a bus starts"))
      case .accessible: fail("\(folder) is accessible to other users", "chmod 700 \(folder)")
      case .notAFolder: fail("\(folder) is not a folder", ownFolder)
      case .foreign(let user): fail("\(folder) belongs to user \(User.label(of: user))", ownFolder)
      case .system(let error): fail("cannot inspect \(folder): \(error.reason)", ownFolder)
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
