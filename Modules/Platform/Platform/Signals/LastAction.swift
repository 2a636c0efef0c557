import Glibc
import Synchronization

/// What a signal handler does once, at the end of the process: it writes a text, and restores the terminal or ends another process.
public struct LastAction: ~Copyable, Sendable {
  /// Restores the terminal: writes a sequence to standard output and sets the mode of standard input.
  public static let terminal = LastAction(on: STDOUT_FILENO)
  /// Ends a process that is not ready yet, after a message on standard error.
  public static let unfinishedStart = LastAction(on: STDERR_FILENO)

  private struct Work {
    let text: UnsafeRawBufferPointer
    let mode: TerminalMode?
    let process: Int32
  }

  private let stream: Int32
  /// The address of the work that a handler takes, or 0. Published with release and read with acquire semantics, so that a handler never sees
  /// parts of it. Work is never freed, because a handler on another thread may be reading it at any time.
  private let address = Atomic<UInt>(0)
  private let latest = Atomic<UInt>(0)

  private init(on stream: Int32) { self.stream = stream }

  /// From now on, ``perform()`` writes `text`, sets `mode`, and sends SIGTERM to `process`. Call this before changing the terminal. Costs memory
  /// for each call.
  public func arm(_ text: String, mode: TerminalMode? = nil, ending process: Int32 = 0) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    bytes.copyBytes(from: text.utf8)
    let work = UnsafeMutablePointer<Work>.allocate(capacity: 1)
    work.initialize(to: Work(text: UnsafeRawBufferPointer(bytes), mode: mode, process: process))
    latest.store(UInt(bitPattern: work), ordering: .releasing)
    rearm()
  }

  /// Arms it again with the values of the last ``arm(_:mode:ending:)``.
  public func rearm() { address.store(latest.load(ordering: .acquiring), ordering: .releasing) }

  /// From now on, ``perform()`` does nothing. Call this before installing a handler, too: initializing the static property takes a lock.
  public func disarm() { address.store(0, ordering: .sequentiallyConsistent) }

  /// Performs the action, unless disarmed. Async-signal-safe (signal-safety(7)).
  public func perform() {
    guard let work = UnsafePointer<Work>(bitPattern: address.exchange(0, ordering: .acquiringAndReleasing))?.pointee else { return }
    write(stream, work.text.baseAddress, work.text.count)
    work.mode?.apply()
    if work.process > 0 { kill(work.process, SIGTERM) }
  }
}
