/// The private folder for sockets, locks and state of running processes. Other users with access to it could impersonate the bus.
public enum RuntimeFolder {
  /// Why a folder must not be used.
  public enum Weakness: Error, Sendable, Hashable {
    case missing
    /// A file of another type. Links are not followed.
    case notAFolder
    /// The ID of the user who owns the folder.
    case foreign(UInt32)
    /// Group or others have permissions.
    case accessible
    /// The folder cannot be created or inspected.
    case system(SystemError)

    /// What is wrong with the folder `path`, and what to do about it.
    public func message(about path: String) -> String {
      switch self {
      case .notAFolder: "\(path) is not a folder; move it away, or set XDG_RUNTIME_DIR to a folder of your own"
      case .foreign(let owner): "the folder \(path) belongs to user \(owner), not to you; set XDG_RUNTIME_DIR to a folder of your own"
      case .accessible: "the folder \(path) is accessible to other users; run chmod 700 \(path)"
      case .missing: "the folder \(path) was removed"
      case .system(let error): "cannot create the folder \(error.path ?? path): \(error.reason)"
      }
    }
  }

  /// Creates `path` and its missing parents with mode 0700, and checks it.
  public static func prepare(_ path: String) throws(Weakness) {
    do throws(SystemError) { try Folder.create(path) } catch {
      // If there is another file at this path, the check says so.
      guard error.number == .notAFolder, (try? FileStatus(of: path)) != nil else { throw .system(error) }
    }
    try check(path)
  }

  /// Throws unless only this user has access to the folder.
  public static func check(_ path: String) throws(Weakness) {
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(of: path) } catch {
      throw error.number.isMissing ? .missing : .system(error)
    }
    guard status.kind == .folder, status.linkOwner == nil else { throw .notAFolder }
    guard status.owner == User.current else { throw .foreign(status.owner) }
    guard status.isPrivate else { throw .accessible }
  }
}
