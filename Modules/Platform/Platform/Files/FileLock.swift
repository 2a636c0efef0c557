import Glibc

/// An exclusive lock on a file (flock(2)). The kernel releases it when the process ends, however it ends; so the file may stay.
public final class FileLock: Sendable {
  let descriptor: Descriptor

  private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  // A forked child that has not called exec yet still holds the descriptor, so closing ours would not release the lock.
  deinit { flock(descriptor.number, LOCK_UN) }

  /// The time for which a check of the lock by another process is waited for. One that takes longer was stopped.
  private static let checkLimit = Duration.seconds(1)

  /// Locks the file at `path`, creating it with mode 0600 if it is missing. Blocks while another process holds the lock, for up to `limit`; then
  /// returns `nil`. A process that only checks the lock is not taken for a holder.
  public static func acquire(_ path: String, within limit: Duration = .zero) throws(SystemError) -> FileLock? {
    let start = ContinuousClock.now
    var descriptor = try Descriptor.open(path, for: .locking, followsLink: false)
    while true {
      if try take(LOCK_EX, on: descriptor, path) {
        if descriptor.isFile(at: path) { return FileLock(descriptor) }
        // The process that held the lock has renamed or removed the file.
        descriptor = try Descriptor.open(path, for: .locking, followsLink: false)
        continue
      }
      // A holder excludes a shared lock. A check takes one itself, for microseconds, and does not.
      let isChecked = try take(LOCK_SH, on: descriptor, path)
      if isChecked { flock(descriptor.number, LOCK_UN) }
      guard start.duration(to: .now) < (isChecked ? max(limit, checkLimit) : limit) else { return nil }
      // A wait in the kernel would have no limit: flock(2) has no timeout.
      poll(nil, 0, 1)
    }
  }

  /// Takes a lock of this kind without waiting. Returns `false` if the lock of another process excludes it.
  private static func take(_ kind: Int32, on descriptor: Descriptor, _ path: String) throws(SystemError) -> Bool {
    while flock(descriptor.number, kind | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw .last("flock", path) }
    }
    return true
  }

  /// Shares the lock on an open file with other processes that do, until the file is closed.
  public static func share(_ descriptor: Descriptor) { flock(descriptor.number, LOCK_SH | LOCK_NB) }

  /// Whether no other process shares the lock on a file that was passed to ``share(_:)``. Excludes other processes from then on if so.
  public static func isSole(_ descriptor: Descriptor) -> Bool { flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 }

  /// Returns whether a process holds the lock on this file; if not, runs `body`, during which none can take it. Shares the lock for that time.
  /// F_OFD_GETLK (fcntl(2)) would take no lock, but does not see locks of flock(2).
  static func isHeld(_ descriptor: Descriptor, otherwise body: () -> Void = {}) -> Bool {
    guard flock(descriptor.number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    body()
    flock(descriptor.number, LOCK_UN)
    return false
  }
}

/// A change of one file that several processes may change: readers see the old or the new contents, also if this process is killed or the
/// machine stops, and no change of another process is lost.
///
/// The new contents are written to `PATH.new`, whose lock belongs to the process that changes the file. A killed process leaves at most
/// `PATH.new`, which the next change overwrites. Programs that do not know the lock, such as editors, are not excluded.
public final class FileUpdate: Sendable {
  /// The path of the file, without symbolic links in its last component: those are followed and stay.
  public let path: String
  private let lock: FileLock
  private var file: Descriptor { lock.descriptor }
  private var temporary: String { "\(path).new" }

  private init(_ path: String, _ lock: FileLock) {
    self.path = path
    self.lock = lock
  }

  /// Removes what was not committed. After a commit, the name leads to nothing or to the file of another process.
  deinit { if file.isFile(at: temporary) { unlink(temporary) } }

  /// Begins to change a file, which may be missing. Blocks up to `limit` while another process changes it; then returns `nil`.
  public static func begin(_ path: String, within limit: Duration) throws(SystemError) -> FileUpdate? {
    let path = try target(of: path)
    guard let lock = try FileLock.acquire("\(path).new", within: limit) else { return nil }
    // In a folder of everyone, such as /tmp, another user could have created the file to change it later.
    var status = stat()
    guard fstat(lock.descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == User.effective,
      status.st_nlink <= 1
    else { throw SystemError("open", "\(path).new", number: .permissionDenied) }
    return FileUpdate(path, lock)
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
    var old = stat()
    let exists = stat(path, &old) == 0
    // Not the owner: uid_t(-1) leaves it.
    if exists, fchown(file.number, old.st_uid, old.st_gid) != 0, fchown(file.number, .max, old.st_gid) != 0, old.st_mode & S_IRWXG != 0 {
      throw .last("fchown", temporary)
    }
    guard fchmod(file.number, exists ? old.st_mode & 0o777 : mode) == 0 else { throw .last("fchmod", temporary) }
    guard fsync(file.number) == 0 else { throw .last("fsync", temporary) }
    guard rename(temporary, path) == 0 else { throw .last("rename", path) }
    // The contents are complete whether or not the new name reaches the disk.
    if let folder = try? Descriptor.open(Self.folder(of: path), for: .reading) { fsync(folder.number) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Follows the symbolic links at `path`, of which the last may lead to a missing file.
  private static func target(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let link = FileSystem.link(at: path) else { return path }
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    throw SystemError("readlink", path, number: ErrorNumber(rawValue: ELOOP))
  }
}
