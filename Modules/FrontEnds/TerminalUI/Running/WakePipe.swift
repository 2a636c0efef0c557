import Contracts
import Glibc
import MessageBus

/// A pipe that wakes a thread which polls it. Neither end ever waits, nor is handed to programs that are started.
final class WakePipe: Sendable {
  let reading, writing: Int32

  /// Throws when there are no descriptors left.
  init() throws(Problem) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Problem(500, "no descriptors are left", detail: String(cString: strerror(errno))) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Where the pipe is full the thread will wake anyway.
  func wake() {
    var byte: UInt8 = 1
    write(writing, &byte, 1)
  }

  /// What was written since it was last asked.
  func take() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(reading, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}
