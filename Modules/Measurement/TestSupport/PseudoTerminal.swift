public import Glibc
import Synchronization

/// A pseudo-terminal for programs under test: records their output and sends them input.
public final class PseudoTerminal: Sendable {
  private let controller: Int32
  private let line: Int32
  private let path: String
  private let written = Mutex("")
  /// Started processes that have not been waited for.
  private let processes = Mutex<Set<pid_t>>([])

  /// Opens a pseudo-terminal. Throws ``TestSupportError`` if that fails.
  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws(TestSupportError) {
    var (first, second): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // Tests open terminals concurrently, and ttyname(3) returns a buffer that all threads share.
    var name = [CChar](repeating: 0, count: 64)
    guard openpty(&first, &second, nil, nil, &size) == 0, ttyname_r(second, &name, name.count) == 0 else {
      throw TestSupportError("cannot open a pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    (controller, line) = (first, second)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Processes started by tests must not inherit the descriptors.
    for descriptor in [first, second] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(first, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(controller)
    close(line)
    // An exit test waits for any child, so a process that a failed test left behind would block it forever.
    for process in processes.withLock(\.self) {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  /// Starts `executable` in a new session with this controlling terminal. Returns the process ID; see ``ending(of:)``.
  public func start(_ executable: String, _ arguments: [String], environment: [String: String]) throws(TestSupportError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Test threads block signals; the program must not inherit their signal mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // A session leader that opens a terminal gets it as its controlling terminal. 0x80 is POSIX_SPAWN_SETSID (spawn.h), which is not imported.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | 0x80))
    for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, O_RDWR, 0) }
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawn(&process, executable, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw TestSupportError("\(executable): \(String(cString: strerror(failure)))") }
    let started = process
    processes.withLock { _ = $0.insert(started) }
    return process
  }

  /// Sends text as keyboard input.
  public func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(controller, $0.baseAddress, $0.count) }
  }

  /// The output so far, including escape sequences.
  public var output: String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return written.withLock { written in
      while case let count = read(controller, &bytes, bytes.count), count > 0 {
        written += String(decoding: bytes.prefix(count), as: UTF8.self)
      }
      return written
    }
  }

  /// Whether the terminal is in cooked mode, with echo and line editing, as a shell leaves it.
  public var isCooked: Bool {
    var state = termios()
    tcgetattr(line, &state)
    return state.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// Returns how `process` ended, or `nil` while it is running. After that, its ID is invalid.
  public func ending(of process: pid_t) -> RunningProcess.Ending? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    processes.withLock { _ = $0.remove(process) }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }
}
