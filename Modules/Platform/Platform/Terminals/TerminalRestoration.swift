import Glibc
import Synchronization

/// Restores the terminal from a signal handler: writes a sequence to standard output and sets a mode on standard input.
public enum TerminalRestoration {
  /// What a handler restores. Immutable and never freed, because a handler on another thread may be reading it at any time.
  private struct Original {
    let mode: TerminalMode?
    let sequence: UnsafeRawBufferPointer
  }

  // Addresses of complete originals, or 0. They are published with release and read with acquire semantics, so that a handler never sees
  // parts of one.
  private static let armed = Atomic<UInt>(0)
  private static let latest = Atomic<UInt>(0)

  /// Initializes the static properties, which takes a lock. Call this before installing a handler that calls ``restore()``.
  public static func prepare() {
    armed.store(0, ordering: .releasing)
    latest.store(0, ordering: .releasing)
  }

  /// From now on, ``restore()`` sets `mode` and writes `sequence`. Call this before changing the terminal. Costs memory for each call.
  public static func arm(_ mode: TerminalMode?, sequence: String) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: sequence.utf8.count, alignment: 1)
    bytes.copyBytes(from: sequence.utf8)
    let original = UnsafeMutablePointer<Original>.allocate(capacity: 1)
    original.initialize(to: Original(mode: mode, sequence: UnsafeRawBufferPointer(bytes)))
    let address = UInt(bitPattern: original)
    latest.store(address, ordering: .releasing)
    armed.store(address, ordering: .releasing)
  }

  /// Arms it again with the values of the last ``arm(_:sequence:)``.
  public static func rearm() { armed.store(latest.load(ordering: .acquiring), ordering: .releasing) }

  /// From now on, ``restore()`` does nothing.
  public static func disarm() { armed.store(0, ordering: .sequentiallyConsistent) }

  /// Restores the terminal, unless disarmed. Async-signal-safe (signal-safety(7)).
  public static func restore() {
    let address = armed.exchange(0, ordering: .acquiringAndReleasing)
    guard let original = UnsafePointer<Original>(bitPattern: address) else { return }
    write(STDOUT_FILENO, original.pointee.sequence.baseAddress, original.pointee.sequence.count)
    original.pointee.mode?.apply()
  }
}
