import Glibc

/// A pipe; see pipe(7). Each end is closed when it is no longer referenced.
public struct Pipe: Sendable {
  public let readEnd, writeEnd: Descriptor

  /// Throws if no file descriptors are left.
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last("pipe") }
    // A program that inherits the write end would keep readers from seeing end of file.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }
}
