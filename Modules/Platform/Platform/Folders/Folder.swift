import Glibc

/// Creates and lists folders.
public enum Folder {
  /// Creates `path` and its missing parents with mode 0700, if there is none.
  public static func create(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try create(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return }
    }
    let failure = SystemError.last("mkdir", path)
    // A folder that exists is reported as EEXIST, or as EROFS or EACCES if it could not be created either.
    guard let status = try? FileStatus(of: path) else { throw failure }
    guard status.kind == .folder else { throw SystemError("mkdir", path, number: .notAFolder) }
  }

  /// Returns the names of the files in a folder, without `.` and `..`, in no particular order; empty if the folder cannot be read.
  public static func names(in path: String) -> [String] { (try? list(path)) ?? [] }

  /// Returns what ``names(in:)`` does, or throws the reason why the folder cannot be read.
  public static func list(_ path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .last("opendir", path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a folder and its contents. Links are removed, not followed. Errors are ignored.
  static func removeAll(_ path: String) {
    for name in names(in: path) {
      let inner = "\(path)/\(name)"
      // A folder cannot be unlinked, and a link to one can.
      if unlink(inner) != 0 { removeAll(inner) }
    }
    rmdir(path)
  }

  /// The absolute path of the working directory; `nil` if it has been removed.
  public static var current: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes the root folder the working directory: a file system cannot be unmounted while it holds a working directory of a process.
  public static func leaveCurrent() { chdir("/") }
}

/// A temporary folder, removed with its contents when this object is deinitialized. The path of a socket in it has at most 107 bytes.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Creates the folder in `parent`.
  public init(in parent: String = "/tmp") throws(SystemError) {
    var template = Array("\(parent)/hc-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw .last("mkdtemp", parent) }
    path = String(cString: made)
  }

  deinit { Folder.removeAll(path) }
}

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
