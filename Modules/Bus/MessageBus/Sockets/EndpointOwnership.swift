import CZeroMQ
import Glibc

/// Whose an ipc endpoint is: whoever owns its folder or its socket can pose as the bus.
///
/// The rules: the folder belongs to the user of this process, or to root where an endpoint was named that is not this user's own place
/// (``BusAddress/isOwnPlace``); nobody else can write to it, sticky folders such as /tmp excepted, where each file has one owner. The socket belongs
/// to the same user, and so does the process that listens there.
struct EndpointOwnership {
  /// What the file system says of a path.
  struct Facts: Equatable {
    enum Kind: Equatable {
      case folder, socket, other
    }

    var kind: Kind
    var owner: UInt32
    /// The permission bits, sticky bit included.
    var mode: UInt32
    /// The owner of the symbolic link that leads there, if one does.
    var linkOwner: UInt32?
  }

  let endpoint: Endpoint
  let user: UInt32
  /// Whether root may own it, too.
  let isRootTrusted: Bool

  /// - Parameter isOwnPlace: see ``BusAddress/isOwnPlace``.
  init(_ endpoint: Endpoint, isOwnPlace: Bool, user: UInt32 = geteuid()) {
    self.endpoint = endpoint
    self.user = user
    isRootTrusted = !isOwnPlace
  }

  /// The folder of an ipc endpoint.
  var folder: String {
    let path = endpoint.address[..<(endpoint.address.lastIndex(of: "/") ?? endpoint.address.startIndex)]
    return path.isEmpty ? "/" : String(path)
  }

  // MARK: Rules

  /// What is wrong with a folder, or with a socket in it; `nil` when both are as they should be. What does not exist is nobody's.
  func objection(folder facts: Facts?, socket: Facts?) -> String? {
    guard let facts else { return nil }
    if let owner = facts.linkOwner, owner != user, owner != 0 { return "the link \(folder) belongs to user \(owner), not to you" }
    guard facts.kind == .folder else { return "\(folder) is not a folder" }
    let isSticky = facts.mode & S_ISVTX != 0
    let othersWrite = facts.mode & (S_IWGRP | S_IWOTH) != 0
    let isShared = facts.owner == 0 && isSticky && othersWrite
    guard facts.owner == user || isShared || facts.owner == 0 && isRootTrusted else {
      return "the folder \(folder) belongs to user \(facts.owner), not to you"
    }
    if othersWrite, !isSticky {
      return "the folder \(folder) may be written by other users (mode \(String(facts.mode & 0o7777, radix: 8)))"
    }
    guard let socket else { return nil }
    if let owner = socket.linkOwner, owner != user { return "the link \(endpoint.address) belongs to user \(owner), not to you" }
    let isRoots = socket.owner == 0 && facts.owner == 0 && isRootTrusted && !othersWrite
    guard socket.owner == user || isRoots else { return "\(endpoint.address) belongs to user \(socket.owner), not to you" }
    guard socket.kind == .socket else { return "\(endpoint.address) is not a socket" }
    return nil
  }

  // MARK: Looking

  /// Throws ``BusError/Code/untrusted``, naming what belongs to whom and what to do. Endpoints other than ipc have no files and pass.
  func check() throws(BusError) {
    guard endpoint.transport == .ipc else { return }
    guard let objection = objection(folder: Self.facts(folder), socket: Self.facts(endpoint.address)) else { return }
    throw untrusted(objection)
  }

  /// Checks the process that listens at the other end of `descriptor`, a connected unix socket, and the files as they are now (unix(7), SO_PEERCRED).
  func check(peerOf descriptor: Int32) throws(BusError) {
    guard endpoint.transport == .ipc else { return }
    try check()
    // struct ucred, which <sys/socket.h> keeps behind _GNU_SOURCE: process, user, group.
    var peer: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    // The connection may be gone by now; then nothing is sent on it either.
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.pid > 0 else { return }
    let isRoots = peer.uid == 0 && isRootTrusted && Self.facts(folder)?.owner == 0
    guard peer.uid == user || isRoots else {
      throw untrusted("the process \(peer.pid) that listens at \(endpoint.address) belongs to user \(peer.uid), not to you")
    }
  }

  private func untrusted(_ objection: String) -> BusError {
    BusError(
      .untrusted,
      "\(objection), so somebody else could pose as the bus: remove it, or choose a folder of your own with mode 0700 "
        + "(XDG_RUNTIME_DIR or HOLOCRON_BUS)")
  }

  /// `nil` where there is nothing, or nothing that may be looked at.
  static func facts(_ path: String) -> Facts? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    var linkOwner: UInt32?
    if status.st_mode & S_IFMT == S_IFLNK {
      linkOwner = status.st_uid
      guard stat(path, &status) == 0 else { return Facts(kind: .other, owner: status.st_uid, mode: 0, linkOwner: linkOwner) }
    }
    let kind: Facts.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      default: .other
      }
    return Facts(kind: kind, owner: status.st_uid, mode: status.st_mode & 0o7777, linkOwner: linkOwner)
  }
}
