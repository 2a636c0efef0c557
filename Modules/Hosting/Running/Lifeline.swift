@preconcurrency import Dispatch
import Glibc

/// Standard input as a lifeline: the process that started this one holds the other end and writes nothing. The kernel closes it however that process ends,
/// SIGKILL included, and unlike PR_SET_PDEATHSIG it does not depend on which thread did the starting.
enum Lifeline {
  /// Gives one element when standard input is at its end. What is read before is thrown away.
  static func closed() -> AsyncStream<Void> {
    AsyncStream { continuation in
      let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: DispatchQueue(label: "lifeline"))
      source.setEventHandler {
        let count = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN) { return }
        continuation.yield()
        continuation.finish()
      }
      continuation.onTermination = { _ in source.cancel() }
      source.resume()
    }
  }
}
