import Glibc

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

  /// Inspects a file, or the file that a symbolic link leads to. For a link that leads nowhere, ``kind`` is ``Kind/other``. Throws if the
  /// file does not exist or cannot be inspected.
  public init(of path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .last("lstat", path) }
    if status.st_mode & S_IFMT == S_IFLNK {
      let owner = status.st_uid
      guard stat(path, &status) == 0 else {
        self.init(kind: .other, owner: owner, mode: 0, linkOwner: owner)
        return
      }
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

  /// Inspects the file at `path`, or the one that a symbolic link leads to; `nil` if there is none.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
