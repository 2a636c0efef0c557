import Glibc
import Synchronization

/// What a signal handler does once, at the end of the process: it writes a text, and restores the terminal or ends another process.
private struct LastAction {
  let text: UnsafeRawBufferPointer
  var mode: TerminalMode?
  var process: Int32 = 0

  /// Copies the text. Actions are never freed, because a handler on another thread may be reading one at any time.
  init(_ text: String) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
    self.text = UnsafeRawBufferPointer(bytes)
  }

  /// The address of an action that a handler takes, or 0. Published with release and read with acquire semantics, so that a handler never sees
  /// parts of one.
  struct Slot: ~Copyable, Sendable {
    private let address = Atomic<UInt>(0)
    private let latest = Atomic<UInt>(0)

    func arm(_ action: LastAction) {
      let pointer = UnsafeMutablePointer<LastAction>.allocate(capacity: 1)
      pointer.initialize(to: action)
      latest.store(UInt(bitPattern: pointer), ordering: .releasing)
      rearm()
    }

    func rearm() { address.store(latest.load(ordering: .acquiring), ordering: .releasing) }
    func disarm() { address.store(0, ordering: .sequentiallyConsistent) }

    /// Performs the action, unless disarmed. Async-signal-safe (signal-safety(7)).
    func perform(on stream: Int32) {
      guard let action = UnsafePointer<LastAction>(bitPattern: address.exchange(0, ordering: .acquiringAndReleasing)) else { return }
      write(stream, action.pointee.text.baseAddress, action.pointee.text.count)
      action.pointee.mode?.apply()
      if action.pointee.process > 0 { kill(action.pointee.process, SIGTERM) }
    }
  }
}

/// Restores the terminal from a signal handler: writes a sequence to standard output and sets a mode on standard input.
public enum TerminalRestoration {
  private static let slot = LastAction.Slot()

  /// Initializes the static property, which takes a lock. Call this before installing a handler that calls ``restore()``.
  public static func prepare() { slot.disarm() }

  /// From now on, ``restore()`` sets `mode` and writes `sequence`. Call this before changing the terminal. Costs memory for each call.
  public static func arm(_ mode: TerminalMode?, sequence: String) {
    var action = LastAction(sequence)
    action.mode = mode
    slot.arm(action)
  }

  /// Arms it again with the values of the last ``arm(_:sequence:)``.
  public static func rearm() { slot.rearm() }

  /// From now on, ``restore()`` does nothing.
  public static func disarm() { slot.disarm() }

  /// Restores the terminal, unless disarmed. Async-signal-safe.
  public static func restore() { slot.perform(on: STDOUT_FILENO) }
}

/// A process that is not ready yet, for a signal handler that ends this process: it also ends the other one, after a message.
public enum UnfinishedStart {
  private static let slot = LastAction.Slot()

  /// Initializes the static property, which takes a lock. Call this before installing a handler that calls ``end()``.
  public static func prepare() { slot.disarm() }

  /// From now on, ``end()`` ends `process`. Costs memory for each call.
  public static func arm(_ process: Int32, message: String) {
    var action = LastAction(message)
    action.process = process
    slot.arm(action)
  }

  /// From now on, ``end()`` does nothing: the process is ready or has ended.
  public static func disarm() { slot.disarm() }

  /// Writes the message to standard error and sends SIGTERM to the process, unless disarmed. Async-signal-safe.
  public static func end() { slot.perform(on: STDERR_FILENO) }
}
