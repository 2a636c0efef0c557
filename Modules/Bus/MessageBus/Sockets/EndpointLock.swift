import Glibc

/// Exclusive lock for binding an ipc endpoint, held on a file next to the socket.
///
/// libzmq lets a second process bind an ipc path that is in use and take over its peers. The lock (flock(2)) makes the second process
/// fail; the kernel releases it when the process ends. tcp ports and inproc names need no lock: they are exclusive already.
final class EndpointLock {
  private let descriptor: Int32

  /// Locks an ipc endpoint. Creates a missing folder with mode 0700. Throws ``BusErrorCode/inUse`` if another process holds the lock,
  /// ``BusErrorCode/untrusted`` if another user could impersonate the bus there, ``BusErrorCode/system`` if the folder cannot be used.
  init(_ ownership: EndpointOwnership) throws(BusError) {
    let endpoint = ownership.endpoint
    try Self.make(ownership.folder)
    try ownership.check()
    let file = endpoint.address + ".lock"
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure("cannot create \(file)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(descriptor)
      guard number == EWOULDBLOCK else { throw Self.failure("cannot lock \(file)", number) }
      throw BusError(.inUse, "another broker is already listening on \(endpoint); stop it, or set HOLOCRON_BUS to another endpoint")
    }
    self.descriptor = descriptor
  }

  /// Makes the socket file accessible to this user only; libzmq uses the umask.
  static func restrictPermissions(_ endpoint: Endpoint) {
    if endpoint.transport == .ipc { chmod(endpoint.address, 0o600) }
  }

  deinit {
    // Unlock explicitly: a forked child that has not called exec yet still holds the descriptor, so closing ours would not release the
    // lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func make(_ folder: String) throws(BusError) {
    var path = ""
    for component in folder.split(separator: "/") {
      path += "/\(component)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES else { throw failure("cannot create \(path)") }
    }
    guard access(folder, F_OK) == 0 else { throw failure("cannot use the folder \(folder)") }
  }

  private static func failure(_ what: String, _ number: Int32 = errno) -> BusError {
    let error = SystemError(number: number)
    return BusError(.system, "\(what): \(error)", cause: error)
  }
}
