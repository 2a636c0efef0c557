public import Platform
import Synchronization

/// A pseudo-terminal for programs under test: records their output and sends them input.
public final class TestTerminal: Sendable {
  private let terminal: PseudoTerminal
  private let written = Mutex<[UInt8]>([])
  /// Started processes that have not been waited for.
  private let processes = Mutex<Set<SpawnedProcess>>([])

  /// Opens a pseudo-terminal. Throws ``TestSupportError`` if that fails.
  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws(TestSupportError) {
    do { terminal = try PseudoTerminal(columns: columns, rows: rows) } catch { throw TestSupportError("\(error)") }
  }

  deinit {
    // An exit test waits for any child, so a process that a failed test left behind would block it forever.
    for process in processes.withLock(\.self) {
      Signal.kill.send(to: process.id)
      process.wait()
    }
  }

  /// Starts `executable` in a new session with this controlling terminal. Returns the process; see ``ending(of:)``.
  public func start(_ executable: String, _ arguments: [String], environment: [String: String]) throws(TestSupportError) -> SpawnedProcess {
    let process: SpawnedProcess
    do { process = try terminal.start(Spawn(executable, arguments, environment: environment)) } catch { throw TestSupportError("\(error)") }
    processes.withLock { _ = $0.insert(process) }
    return process
  }

  /// Sends text as keyboard input.
  public func type(_ text: String) { terminal.type(text) }

  /// The output so far, including escape sequences.
  public var output: String {
    written.withLock { written in
      written += terminal.output()
      return String(decoding: written, as: UTF8.self)
    }
  }

  /// Whether the terminal is in cooked mode, with echo and line editing, as a shell leaves it.
  public var isCooked: Bool { terminal.mode?.hasLineEditing == true }

  /// Returns how `process` ended, or `nil` while it is running. After that, its ID is invalid.
  public func ending(of process: SpawnedProcess) -> ProcessEnding? {
    guard let ending = process.endingIfAny() else { return nil }
    processes.withLock { _ = $0.remove(process) }
    return ending
  }
}
