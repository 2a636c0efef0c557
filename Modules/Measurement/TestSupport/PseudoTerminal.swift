public import Glibc
import Synchronization

/// A terminal without a screen, for programs that want one: what they write is kept, keys are pressed by the test.
public final class PseudoTerminal: Sendable {
  private let controller: Int32
  private let line: Int32
  private let path: String
  private let written = Mutex("")

  /// Throws ``TestSupportError`` when the operating system refuses.
  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws(TestSupportError) {
    var (first, second): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&first, &second, nil, nil, &size) == 0, let name = ttyname(second) else {
      throw TestSupportError("no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    (controller, line) = (first, second)
    path = String(cString: name)
    // Programs that a test starts must not hold it open.
    for descriptor in [first, second] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(first, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(controller)
    close(line)
  }

  /// Starts `executable` in a session of its own with this as its terminal. Returns its number; see ``ending(of:)``.
  public func start(_ executable: String, _ arguments: [String], environment: [String: String]) throws(TestSupportError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // A test runs on threads that hold signals back; the program shall not inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Who leads a session and opens a terminal has it. POSIX_SPAWN_SETSID is a GNU extension that the importer leaves out (spawn.h).
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | 0x80))
    for descriptor in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, O_RDWR, 0) }
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawn(&process, executable, &actions, &attributes, &words, &variables)
    guard failure == 0 else { throw TestSupportError("\(executable): \(String(cString: strerror(failure)))") }
    return process
  }

  /// Presses keys.
  public func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(controller, $0.baseAddress, $0.count) }
  }

  /// All that was written to it so far, escape sequences included.
  public var output: String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return written.withLock { written in
      while case let count = read(controller, &bytes, bytes.count), count > 0 {
        written += String(decoding: bytes.prefix(count), as: UTF8.self)
      }
      return written
    }
  }

  /// Whether keys are echoed and gathered into lines, as a shell leaves it.
  public var isCooked: Bool {
    var state = termios()
    tcgetattr(line, &state)
    return state.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  /// How `process` ended; `nil` while it runs. The number is void after that.
  public func ending(of process: pid_t) -> RunningProcess.Ending? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
  }
}
