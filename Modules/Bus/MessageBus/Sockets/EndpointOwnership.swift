import CZeroMQ
import Glibc
import Platform

/// Ownership check for an ipc endpoint: another user who owns its folder or its socket could impersonate the bus.
///
/// The folder must belong to the user of this process, or outside the runtime folder to root. Nobody else can write to it, unless it is
/// sticky, as /tmp is. The socket and the process that listens on it belong to the same user.
struct EndpointOwnership {
  let endpoint: Endpoint
  let user: UInt32
  /// Whether root may own the endpoint, too.
  let isRootTrusted: Bool

  /// - Parameter isInRuntimeFolder: see ``BusAddress/isInRuntimeFolder``.
  init(_ endpoint: Endpoint, isInRuntimeFolder: Bool, user: UInt32 = User.effective) {
    (self.endpoint, self.user, isRootTrusted) = (endpoint, user, !isInRuntimeFolder)
  }

  /// The folder of an ipc endpoint.
  var folder: String {
    let path = endpoint.address[..<(endpoint.address.lastIndex(of: "/") ?? endpoint.address.startIndex)]
    return path.isEmpty ? "/" : String(path)
  }

  /// Returns which rule the folder or the socket violates; `nil` if none. Missing files violate no rule.
  func violation(folder status: FileStatus?, socket: FileStatus?) -> String? {
    guard let status else { return nil }
    if let owner = status.linkOwner, owner != user, owner != 0 { return "the link \(folder) belongs to user \(owner), not to you" }
    guard status.kind == .folder else { return "\(folder) is not a folder" }
    let (isSticky, othersWrite) = (status.isSticky, status.isWritableByOthers)
    let isShared = status.owner == 0 && isSticky && othersWrite
    guard status.owner == user || isShared || status.owner == 0 && isRootTrusted else {
      return "the folder \(folder) belongs to user \(status.owner), not to you"
    }
    if othersWrite, !isSticky {
      return "other users can write to the folder \(folder) (mode \(String(status.mode & 0o7777, radix: 8)))"
    }
    guard let socket else { return nil }
    if let owner = socket.linkOwner, owner != user { return "the link \(endpoint.address) belongs to user \(owner), not to you" }
    let isRootOwned = socket.owner == 0 && status.owner == 0 && isRootTrusted && !othersWrite
    guard socket.owner == user || isRootOwned else { return "\(endpoint.address) belongs to user \(socket.owner), not to you" }
    guard socket.kind == .socket else { return "\(endpoint.address) is not a socket" }
    return nil
  }

  /// Checks the folder and the socket of an ipc endpoint. Throws ``BusErrorCode/untrusted`` if they violate a rule.
  func check() throws(BusError) {
    guard endpoint.transport == .ipc else { return }
    guard let violation = violation(folder: try? FileStatus(of: folder), socket: try? FileStatus(of: endpoint.address)) else { return }
    throw untrusted(violation)
  }

  /// Checks the files again, and the owner of the peer process of `descriptor`, a connected unix socket (unix(7), SO_PEERCRED).
  func check(peerOf descriptor: Int32) throws(BusError) {
    guard endpoint.transport == .ipc else { return }
    try check()
    // struct ucred, which <sys/socket.h> declares only with _GNU_SOURCE: process, user, group.
    var peer: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    // Fails if the connection has ended; then no message is sent on it either.
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer.pid > 0 else { return }
    let isRootOwned = peer.uid == 0 && isRootTrusted && (try? FileStatus(of: folder))?.owner == 0
    guard peer.uid == user || isRootOwned else {
      throw untrusted("the process \(peer.pid) listening on \(endpoint.address) belongs to user \(peer.uid), not to you")
    }
  }

  private func untrusted(_ violation: String) -> BusError {
    BusError(
      .untrusted,
      "\(violation), so another user could impersonate the bus; remove it, or choose your own folder with mode 0700 "
        + "(XDG_RUNTIME_DIR or HOLOCRON_BUS)")
  }

  /// Locks an ipc endpoint for binding it, with a file next to the socket: libzmq lets a second process bind an ipc path that is in use and take
  /// over its peers. tcp ports and inproc names are exclusive already. Creates a missing folder with mode 0700. Throws ``BusErrorCode/inUse`` if
  /// another process holds the lock, which is released with the returned object.
  func lock() throws(BusError) -> FileLock {
    do { try Folder.create(folder) } catch {
      // Another file at this path violates a rule of ownership.
      guard FileSystem.exists(folder) else { throw BusError(.system, "cannot create \(folder): \(error.reason)", cause: error) }
    }
    try check()
    let file = endpoint.address + ".lock"
    let lock: FileLock?
    // A process that was killed holds the lock until its memory is free.
    do { lock = try FileLock.acquire(file, within: .milliseconds(500)) } catch {
      throw BusError(.system, "cannot lock \(file): \(error.reason)", cause: error)
    }
    guard let lock else {
      throw BusError(.inUse, "another broker is already listening on \(endpoint); stop it, or set HOLOCRON_BUS to another endpoint")
    }
    return lock
  }
}
