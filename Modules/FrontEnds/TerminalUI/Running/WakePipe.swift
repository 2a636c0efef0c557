import Contracts
import Glibc
import MessageBus

/// A pipe that wakes a polling thread. Both ends are non-blocking and closed on exec.
final class WakePipe: Sendable {
  let readEnd, writeEnd: Int32

  /// Throws if no file descriptors are left.
  init() throws(Problem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Problem(500, "no file descriptors left", detail: String(cString: strerror(errno))) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes the polling thread. A full pipe wakes it as well.
  func wake() {
    var byte: UInt8 = 1
    write(writeEnd, &byte, 1)
  }

  /// Removes and returns all bytes written since the last call.
  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readEnd, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
