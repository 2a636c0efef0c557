import Glibc
import Synchronization

/// Restores the terminal from a signal handler: writes a sequence to standard output and sets a mode on standard input.
public enum TerminalRestoration {
  private struct Original {
    var mode: TerminalMode?
    /// Never freed, because a handler may be writing it.
    var sequence: UnsafeRawBufferPointer?
  }

  // Written only while `isArmed` is `false`, and read only by the handler that has set `isArmed` from `true` to `false`.
  private nonisolated(unsafe) static var original = Original()
  private static let isArmed = Atomic(false)

  /// Initializes the static properties, which takes a lock. Call this before installing a handler that calls ``restore()``.
  public static func prepare() {
    isArmed.store(false, ordering: .relaxed)
    original = Original()
  }

  /// From now on, ``restore()`` sets `mode` and writes `sequence`. Call this before changing the terminal, and on one thread. Costs memory for
  /// each call.
  public static func arm(_ mode: TerminalMode?, sequence: String) {
    disarm()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: sequence.utf8.count, alignment: 1)
    memory.copyBytes(from: sequence.utf8)
    original = Original(mode: mode, sequence: UnsafeRawBufferPointer(memory))
    isArmed.store(true, ordering: .releasing)
  }

  /// Arms it again with the values of the last ``arm(_:sequence:)``.
  public static func rearm() { isArmed.store(original.sequence != nil, ordering: .releasing) }

  /// From now on, ``restore()`` does nothing.
  public static func disarm() { isArmed.store(false, ordering: .sequentiallyConsistent) }

  /// Restores the terminal, unless disarmed. Async-signal-safe (signal-safety(7)).
  public static func restore() {
    guard isArmed.exchange(false, ordering: .acquiring) else { return }
    if let bytes = original.sequence { write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
    original.mode?.apply()
  }
}
