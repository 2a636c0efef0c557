import Platform

/// Exclusive lock for binding an ipc endpoint, held on a file next to the socket.
///
/// libzmq lets a second process bind an ipc path that is in use and take over its peers. The lock makes the second process fail; the kernel
/// releases it when the process ends. tcp ports and inproc names need no lock: they are exclusive already.
final class EndpointLock {
  /// Never read: the lock is released when this object goes away.
  private let lock: FileLock

  /// Locks an ipc endpoint. Creates a missing folder with mode 0700. Throws ``BusErrorCode/inUse`` if another process holds the lock,
  /// ``BusErrorCode/untrusted`` if another user could impersonate the bus there, ``BusErrorCode/system`` if the folder cannot be used.
  init(_ ownership: EndpointOwnership) throws(BusError) {
    let endpoint = ownership.endpoint
    do { try Folder.create(ownership.folder) } catch {
      // Another file at this path violates a rule of ownership.
      guard FileSystem.exists(ownership.folder) else {
        throw BusError(.system, "cannot create \(ownership.folder): \(error.reason)", cause: error)
      }
    }
    try ownership.check()
    let file = endpoint.address + ".lock"
    let lock: FileLock?
    do { lock = try FileLock.tryAcquire(file) } catch { throw BusError(.system, "cannot lock \(file): \(error.reason)", cause: error) }
    guard let lock else {
      throw BusError(.inUse, "another broker is already listening on \(endpoint); stop it, or set HOLOCRON_BUS to another endpoint")
    }
    self.lock = lock
  }
}
