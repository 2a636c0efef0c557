import Glibc
import Synchronization

/// A value that a signal handler takes once. Values are never freed, because a handler on another thread may be reading one at any time.
private struct Armed<Value>: ~Copyable, Sendable {
  /// The address of a complete value, or 0. Published with release and read with acquire semantics, so that a handler never sees parts of one.
  private let address = Atomic<UInt>(0)

  /// Returns the address of the value, for ``rearm(_:)``.
  @discardableResult func arm(_ value: Value) -> UInt {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    rearm(UInt(bitPattern: pointer))
    return UInt(bitPattern: pointer)
  }

  func rearm(_ address: UInt) { self.address.store(address, ordering: .releasing) }
  func disarm() { address.store(0, ordering: .sequentiallyConsistent) }
  func take() -> UnsafePointer<Value>? { UnsafePointer(bitPattern: address.exchange(0, ordering: .acquiringAndReleasing)) }
}

/// Returns a copy of a text that is never freed.
private func permanentCopy(of text: String) -> UnsafeRawBufferPointer {
  let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
  bytes.copyBytes(from: text.utf8)
  return UnsafeRawBufferPointer(bytes)
}

/// Restores the terminal from a signal handler: writes a sequence to standard output and sets a mode on standard input.
public enum TerminalRestoration {
  private struct Original {
    let mode: TerminalMode?
    let sequence: UnsafeRawBufferPointer
  }

  private static let original = Armed<Original>()
  private static let latest = Atomic<UInt>(0)

  /// Initializes the static properties, which takes a lock. Call this before installing a handler that calls ``restore()``.
  public static func prepare() {
    original.disarm()
    latest.store(0, ordering: .releasing)
  }

  /// From now on, ``restore()`` sets `mode` and writes `sequence`. Call this before changing the terminal. Costs memory for each call.
  public static func arm(_ mode: TerminalMode?, sequence: String) {
    latest.store(original.arm(Original(mode: mode, sequence: permanentCopy(of: sequence))), ordering: .releasing)
  }

  /// Arms it again with the values of the last ``arm(_:sequence:)``.
  public static func rearm() { original.rearm(latest.load(ordering: .acquiring)) }

  /// From now on, ``restore()`` does nothing.
  public static func disarm() { original.disarm() }

  /// Restores the terminal, unless disarmed. Async-signal-safe (signal-safety(7)).
  public static func restore() {
    guard let original = original.take() else { return }
    write(STDOUT_FILENO, original.pointee.sequence.baseAddress, original.pointee.sequence.count)
    original.pointee.mode?.apply()
  }
}

/// A process that is not ready yet, for a signal handler that ends this process: it also ends the other one, after a message.
public enum UnfinishedStart {
  private struct Start {
    let process: Int32
    let message: UnsafeRawBufferPointer
  }

  private static let start = Armed<Start>()

  /// Initializes the static property, which takes a lock. Call this before installing a handler that calls ``end()``.
  public static func prepare() { start.disarm() }

  /// From now on, ``end()`` ends `process`. Costs memory for each call.
  public static func arm(_ process: Int32, message: String) { start.arm(Start(process: process, message: permanentCopy(of: message))) }

  /// From now on, ``end()`` does nothing: the process is ready or has ended.
  public static func disarm() { start.disarm() }

  /// Writes the message to standard error and sends SIGTERM to the process, unless disarmed. Async-signal-safe (signal-safety(7)).
  public static func end() {
    guard let start = start.take() else { return }
    write(STDERR_FILENO, start.pointee.message.baseAddress, start.pointee.message.count)
    kill(start.pointee.process, SIGTERM)
  }
}
