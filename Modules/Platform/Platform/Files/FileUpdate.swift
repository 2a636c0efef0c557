import Glibc

/// A change of one file that several processes may change: readers see the old or the new contents, also if this process is killed or the
/// machine stops, and no change of another process is lost.
///
/// The new contents are written to `PATH.new`, whose lock (flock(2)) belongs to the process that changes the file. The kernel releases the lock
/// when a process ends, so a killed process leaves at most `PATH.new`, which the next change overwrites. Programs that do not know the lock,
/// such as editors, are not excluded.
public final class FileUpdate: Sendable {
  /// The path of the file, without symbolic links in its last component: those are followed and stay.
  public let path: String
  private let temporary: String
  private let file: Descriptor

  private init(_ path: String, _ temporary: String, _ file: Descriptor) {
    self.path = path
    self.temporary = temporary
    self.file = file
  }

  deinit {
    // After a commit, the name leads to nothing or to the file of another process.
    if file.isFile(at: temporary) { unlink(temporary) }
    flock(file.number, LOCK_UN)
  }

  /// Begins to change the file `path`, which may be missing; its folder must exist. Waits up to `limit` for another process, which blocks the
  /// thread; then returns `nil`.
  public static func begin(_ path: String, within limit: Duration) throws(SystemError) -> FileUpdate? {
    let path = try target(of: path)
    let temporary = "\(path).new"
    let end = ContinuousClock.now + limit
    while true {
      let file = try Descriptor.open(temporary, for: .locking, followsLink: false)
      try checkOwner(of: file, temporary)
      while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw .last("flock", temporary) }
        guard ContinuousClock.now < end else { return nil }
        poll(nil, 0, 1)
      }
      // The process that held the lock has renamed or removed the file.
      if file.isFile(at: temporary) { return FileUpdate(path, temporary, file) }
    }
  }

  /// Returns the contents of the file, of at most `limit` bytes; `nil` if it does not exist.
  public func contents(upTo limit: Int) throws(RegularFile.ReadError) -> [UInt8]? {
    do { return try RegularFile.read(path, upTo: limit) } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Replaces the file, once. The file keeps its permissions, its owner, if this user may set that, and its group; a file that was missing has
  /// `mode`. Throws if the file would get another group while its permissions are for its group.
  public func commit(_ bytes: [UInt8], mode: UInt32 = 0o600) throws(SystemError) {
    try file.truncate(to: 0)
    try file.write(bytes)
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists { try takeOver(status) }
    guard fchmod(file.number, exists ? status.st_mode & 0o777 : mode) == 0 else { throw .last("fchmod", temporary) }
    guard fsync(file.number) == 0 else { throw .last("fsync", temporary) }
    guard rename(temporary, path) == 0 else { throw .last("rename", path) }
    // The contents are complete whether or not the new name reaches the disk.
    if let folder = try? Descriptor.open(Self.folder(of: path), for: .reading) { fsync(folder.number) }
  }

  /// Gives the new file the owner and the group of the old one.
  private func takeOver(_ old: stat) throws(SystemError) {
    if old.st_uid != User.effective, fchown(file.number, old.st_uid, old.st_gid) == 0 { return }
    var new = stat()
    guard fstat(file.number, &new) == 0 else { throw .last("fstat", temporary) }
    // Not the owner: uid_t(-1) leaves it.
    guard new.st_gid != old.st_gid, fchown(file.number, .max, old.st_gid) != 0, old.st_mode & S_IRWXG != 0 else { return }
    throw .last("fchown", temporary)
  }

  /// In a folder of everyone, such as /tmp, another user could have created the file to change it later.
  private static func checkOwner(of file: Descriptor, _ path: String) throws(SystemError) {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .last("fstat", path) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == User.effective, status.st_nlink <= 1 else {
      throw SystemError("open", path, number: .permissionDenied)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Follows the symbolic links at `path`, of which the last may lead to a missing file.
  private static func target(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &buffer, buffer.count)
      guard count >= 0 else { return path }
      let link = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    throw SystemError("readlink", path, number: ErrorNumber(rawValue: ELOOP))
  }
}
