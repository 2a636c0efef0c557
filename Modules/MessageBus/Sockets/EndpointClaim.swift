import Glibc

/// The exclusive right to bind an ipc endpoint, held as a lock on a file beside it.
///
/// libzmq would let a second process bind a live ipc path and steal its peers; the lock (flock(2)) makes the second one fail, and
/// the kernel drops it with the process, however that ends.
final class EndpointClaim {
  private let descriptor: Int32

  /// For ipc endpoints only. Creates the folder with mode 0700 where it is missing. Throws ``BusError/Code/inUse`` when a living process holds the endpoint,
  /// ``BusError/Code/system`` when the folder is not this user's own or cannot be used.
  init(_ endpoint: Endpoint) throws(BusError) {
    let folder = String(endpoint.address[..<(endpoint.address.lastIndex(of: "/") ?? endpoint.address.startIndex)])
    try Self.prepare(folder)
    let file = endpoint.address + ".lock"
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
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

  private static func prepare(_ folder: String) throws(BusError) {
    var path = ""
    for component in folder.split(separator: "/") {
      path += "/\(component)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES else { throw failure("cannot create \(path)") }
    }
    var status = stat()
    guard stat(folder.isEmpty ? "/" : folder, &status) == 0 else { throw failure("cannot use the folder \(folder)") }
    // Anyone who may write there could put a socket of his own in place of ours; sticky folders such as /tmp guard against that.
    let othersWrite = status.st_mode & (S_IWGRP | S_IWOTH) != 0 && status.st_mode & S_ISVTX == 0
    guard !othersWrite, status.st_uid == getuid() || status.st_uid == 0 else {
      throw BusError(
        .system, "the folder \(folder) may be written by other users: make it yours with mode 0700, or choose another (HOLOCRON_BUS)")
    }
  }

  private static func failure(_ what: String, _ number: Int32 = errno) -> BusError {
    let error = SystemError(number: number)
    return BusError(.system, "\(what): \(error)", cause: error)
  }
}
