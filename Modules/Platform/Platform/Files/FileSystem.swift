import Glibc

/// Operations on the names and permissions of files.
public enum FileSystem {
  /// Returns whether there is a file or folder at `path`. A link that leads nowhere does not count.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns whether `path` is a regular file that this process may execute.
  public static func isExecutable(_ path: String) -> Bool {
    (try? FileStatus(of: path))?.kind == .regular && access(path, X_OK) == 0
  }

  /// Returns the time at which the contents of a file last changed, in seconds since 1970, rounded down; `nil` if it cannot be inspected.
  public static func lastWrite(to path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : nil
  }

  /// Returns the text of the symbolic link at `path`; `nil` if there is none.
  static func link(at path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Returns `path`, or its closest parent that exists.
  public static func closestExisting(_ path: String) -> String {
    var found = path[...]
    while !exists(String(found)), let slash = found.lastIndex(of: "/"), found != "/" {
      found = slash == found.startIndex ? "/" : found[..<slash]
    }
    return String(found)
  }

  /// Throws unless this process may create files in the folder.
  public static func checkWritable(_ folder: String) throws(SystemError) {
    guard access(folder, W_OK | X_OK) == 0 else { throw .last("access", folder) }
  }

  /// Creates, writes and removes a file of one page in `folder`: only a write reveals a quota or a full disk.
  public static func testWriting(in folder: String, name: String) throws(SystemError) {
    var path = Array("\(folder)/\(name)-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else { throw .last("mkstemp", folder) }
    let file = Descriptor(owning: number)
    _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
    defer { unlink(path) }
    try file.write([UInt8](repeating: 0, count: 4_096))
    guard fsync(file.number) == 0 else { throw .last("fsync", folder) }
  }

  /// The space that this user can still fill on the file system of `path`, in bytes; `nil` if unknown.
  public static func freeBytes(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, overflows) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return overflows ? nil : bytes
  }

  /// Creates an empty file with mode 0600. Throws ``ErrorNumber/alreadyExists`` if there is a file.
  public static func createPrivate(_ path: String) throws(SystemError) {
    let number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw .last("open", path) }
    close(number)
  }

  /// Removes all permissions of group and others from a regular file of this user. Leaves other files unchanged.
  public static func makePrivate(_ path: String) {
    guard let status = try? FileStatus(of: path), status.kind == .regular, status.owner == User.effective, !status.isPrivate else { return }
    chmod(path, 0o600)
  }

  /// Sets the permission bits of a file.
  public static func setMode(_ mode: UInt32, of path: String) throws(SystemError) {
    guard chmod(path, mode) == 0 else { throw .last("chmod", path) }
  }

  /// Renames a file, replacing another one at `target`.
  public static func rename(_ path: String, to target: String) throws(SystemError) {
    guard Glibc.rename(path, target) == 0 else { throw .last("rename", path) }
  }

  /// Removes a file. Returns `false` if that fails, for example because there is none.
  @discardableResult public static func remove(_ path: String) -> Bool { unlink(path) == 0 }
}

/// Type, owner and permissions of a file.
public struct FileStatus: Sendable, Hashable {
  /// Type of a file; `other` includes devices and pipes.
  public enum Kind: Sendable, Hashable {
    case regular, folder, socket, other
  }

  public var kind: Kind
  /// The ID of the user who owns the file.
  public var owner: UInt32
  /// Permission bits, including the sticky bit.
  public var mode: UInt32
  /// Owner of the symbolic link, if the path is one.
  public var linkOwner: UInt32?

  public init(kind: Kind, owner: UInt32, mode: UInt32, linkOwner: UInt32? = nil) {
    self.kind = kind
    self.owner = owner
    self.mode = mode
    self.linkOwner = linkOwner
  }

  /// Inspects a file, or the file that a symbolic link leads to; ``Kind/other`` for a link that leads nowhere. Throws if there is none.
  public init(of path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last("lstat", path) }
    if status.st_mode & S_IFMT == S_IFLNK {
      let owner = status.st_uid
      if stat(path, &status) != 0 { status.st_mode = 0 }
      self.init(status, linkOwner: owner)
    } else {
      self.init(status, linkOwner: nil)
    }
  }

  private init(_ status: stat, linkOwner: UInt32?) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      default: .other
      }
    self.init(kind: kind, owner: status.st_uid, mode: status.st_mode & 0o7777, linkOwner: linkOwner)
  }

  /// Whether the permissions exclude everyone but the owner.
  public var isPrivate: Bool { mode & 0o077 == 0 }
  /// Whether the group or others can write.
  public var isWritableByOthers: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }
  /// Whether only owners can remove files from this folder, as from /tmp.
  public var isSticky: Bool { mode & S_ISVTX != 0 }

  static func kind(of descriptor: Descriptor) throws(SystemError) -> Kind {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { throw .last("fstat") }
    return FileStatus(status, linkOwner: nil).kind
  }
}

/// What tells a file from every other one that exists.
public struct FileIdentity: Sendable, Hashable {
  /// A number of the file system that holds the file.
  public let device: UInt64
  private let number: UInt64

  /// Inspects the file at `path`, which may be a symbolic link to it unless `followsLink` is `false`; `nil` if there is none.
  public init?(of path: String, followsLink: Bool = true) {
    var status = stat()
    guard fstatat(AT_FDCWD, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    self.init(status)
  }

  init?(of file: Descriptor) { self.init(of: file.number) }

  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
}
