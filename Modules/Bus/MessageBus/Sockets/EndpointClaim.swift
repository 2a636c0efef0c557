import Glibc

/// The exclusive right to bind an ipc endpoint, held as a lock on a file beside it.
///
/// libzmq would let a second process bind a live ipc path and steal its peers; the lock (flock(2)) makes the second one fail, and
/// the kernel drops it with the process, however that ends. tcp ports and inproc names are exclusive by themselves.
final class EndpointClaim {
  private let descriptor: Int32

  /// For ipc endpoints only. Creates the folder with mode 0700 where it is missing. Throws ``BusError/Code/inUse`` when a living process holds the endpoint,
  /// ``BusError/Code/untrusted`` when somebody else could pose as the bus there, ``BusError/Code/system`` when the folder cannot be used.
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
      throw BusError(.inUse, "a broker already listens at \(endpoint): stop it first, or choose another endpoint (HOLOCRON_BUS)")
    }
    self.descriptor = descriptor
  }

  /// Closes the socket file to other users: libzmq leaves it to the umask.
  static func restrict(_ endpoint: Endpoint) {
    if endpoint.transport == .ipc { chmod(endpoint.address, 0o600) }
  }

  deinit {
    // A child that was forked and has not yet become another program holds the descriptor too; closing ours would not unlock then.
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
