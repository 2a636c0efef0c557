import Glibc
import Synchronization

/// A process that is not ready yet, for a signal handler that ends this process: it also ends the other one, after a message.
public enum UnfinishedStart {
  /// What a handler reads. Immutable and never freed, because a handler on another thread may be reading it at any time.
  private struct Start {
    let process: Int32
    let message: UnsafeRawBufferPointer
  }

  // The address of a complete start, or 0.
  private static let armed = Atomic<UInt>(0)

  /// Initializes the static property, which takes a lock. Call this before installing a handler that calls ``end()``.
  public static func prepare() { armed.store(0, ordering: .releasing) }

  /// From now on, ``end()`` ends `process`. Costs memory for each call.
  public static func arm(_ process: Int32, message: String) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: message.utf8.count, alignment: 1)
    bytes.copyBytes(from: message.utf8)
    let start = UnsafeMutablePointer<Start>.allocate(capacity: 1)
    start.initialize(to: Start(process: process, message: UnsafeRawBufferPointer(bytes)))
    armed.store(UInt(bitPattern: start), ordering: .releasing)
  }

  /// From now on, ``end()`` does nothing: the process is ready or has ended.
  public static func disarm() { armed.store(0, ordering: .sequentiallyConsistent) }

  /// Writes the message to standard error and sends SIGTERM to the process, unless disarmed. Async-signal-safe (signal-safety(7)).
  public static func end() {
    let address = armed.exchange(0, ordering: .acquiringAndReleasing)
    guard let start = UnsafePointer<Start>(bitPattern: address) else { return }
    write(STDERR_FILENO, start.pointee.message.baseAddress, start.pointee.message.count)
    kill(start.pointee.process, SIGTERM)
  }
}
