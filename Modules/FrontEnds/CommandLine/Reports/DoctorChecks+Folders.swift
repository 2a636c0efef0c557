import Localization
import MessageBus
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
    let ownFolder = RemedyPhrase.setOwnFolder(variable)
    do throws(RuntimeFolder.Weakness) {
      try RuntimeFolder.check(folder)
      do throws(SystemError) { try write(folder) } catch {
        findings.append(
          Finding(
            .sockets, .fail, .cannotCreateFiles(in: folder, reason: error.reason), remedy: .freeSpace(orSet: variable)))
      }
      let foreign = files.first { file in (try? FileStatus(of: file)).map { $0.kind != .socket } ?? false }
      findings.append(
        foreign.map { Finding(.sockets, .fail, .notASocket($0), remedy: .remove($0)) }
          ?? Finding(.sockets, .pass, .privateFolder(folder)))
    } catch {
      switch error {
      case .missing:
        findings.append(mistake.map { Finding(.sockets, .warn, $0.detailFinding) } ?? Finding(.sockets, .pass, .createdWithBus(folder)))
      case .accessible:
        findings.append(Finding(.sockets, .fail, .openFolder(folder), remedy: .shell("chmod 700 \(folder)")))
      case .notAFolder: findings.append(Finding(.sockets, .fail, .notAFolder(folder), remedy: ownFolder))
      case .foreign(let user):
        findings.append(Finding(.sockets, .fail, .foreignFolder(folder, owner: User.label(of: user)), remedy: ownFolder))
      case .system(let error):
        findings.append(Finding(.sockets, .fail, .cannotInspect(folder, reason: error.reason), remedy: ownFolder))
      }
    }
    if folder.utf8.count + "/events".utf8.count > Endpoint.maxPathLength {
      findings.append(Finding(.socketPath, .fail, .pathTooLong(folder), remedy: .setShorterPath(variable)))
    }
    return findings
  }

  /// The minimum free space for a cache and an index, in bytes.
  private static let minimumFreeSpace = 64 << 20

  /// Checks that the folder is writable, or that its nearest existing parent folder is, and that the file system has enough free space.
  /// Writes and removes a file. `variable` is the environment variable that sets another folder.
  static func writable(
    _ subject: CheckPhrase, _ path: String, variable: String, space: (String) -> Int? = { FileSystem.freeBytes(at: $0) }
  ) -> Finding {
    let existing = FileSystem.closestExisting(path)
    let status = try? FileStatus(of: existing)
    if let status, status.kind != .folder {
      return Finding(
        subject, .fail, .notAFolder(existing), remedy: status.kind == .regular ? .moveOrRemove(existing) : .setOtherFolder(variable))
    }
    do { try FileSystem.checkWritable(existing) } catch {
      return unwritable(subject, existing, error, owner: status?.owner ?? User.effective, variable: variable)
    }
    do { try FileSystem.testWriting(in: existing, name: ".holocron-doctor") } catch {
      return Finding(
        subject, .fail, .cannotCreateFiles(in: existing, reason: error.reason), remedy: .freeSpace(orSet: variable))
    }
    if let free = space(existing), free < minimumFreeSpace {
      return Finding(subject, .warn, .littleSpace(existing, bytes: free), remedy: .freeSpaceForCache)
    }
    return Finding(subject, .pass, existing == path ? .writable(path) : .createdWhenNeeded(path))
  }

  /// Returns the finding about a folder that cannot be written. Only missing permissions can be changed, and only by the owner of the folder.
  static func unwritable(
    _ subject: CheckPhrase, _ folder: String, _ error: SystemError, owner: UInt32, user: UInt32 = User.effective, variable: String
  ) -> Finding {
    let message = DoctorPhrase.cannotWrite(to: folder, reason: error.reason)
    guard error.number == .permissionDenied else { return Finding(subject, .fail, message, remedy: .setWritableFolder(variable)) }
    guard owner == user else {
      return Finding(
        subject, .fail, .both(message, .foreignFolder(folder, owner: User.label(of: owner))), remedy: .setOwnFolder(variable))
    }
    return Finding(subject, .fail, message, remedy: .shell("chmod u+rwx \(folder)"))
  }
}
