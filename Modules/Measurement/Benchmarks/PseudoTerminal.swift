import Glibc

/// Measures the start of a program on a pseudo-terminal.
struct PseudoTerminal {
  /// Runs `command` on a terminal of the given size and returns the time until it has written all of `marks`; then kills the program. Throws if
  /// the program ends, or 30 s pass, before that.
  static func time(
    _ command: [String], until marks: [String], environment: [String: String], columns: UInt16 = 132, rows: UInt16 = 43
  ) throws(BenchmarkError) -> Duration {
    let (master, name) = try open(columns: columns, rows: rows)
    defer { close(master) }
    let start = ContinuousClock.now
    let pid = try spawn(command, environment, terminal: name)
    defer {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
    var written = ""
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while start.duration(to: .now) < .seconds(30) {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 30_000) > 0 else { break }
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { break }
      written += String(decoding: bytes[..<count], as: UTF8.self)
      if marks.allSatisfy(written.contains) { return start.duration(to: .now) }
    }
    throw BenchmarkError("'\(command.joined(separator: " "))' did not show \(marks); output: \(written.suffix(2_000))")
  }

  /// Returns the descriptor of the master side and the path of the slave side.
  private static func open(columns: UInt16, rows: UInt16) throws(BenchmarkError) -> (Int32, String) {
    var (master, slave) = (Int32(-1), Int32(-1))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw BenchmarkError("cannot open a terminal: \(String(cString: strerror(errno)))")
    }
    defer { close(slave) }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    var name = [CChar](repeating: 0, count: 128)
    guard ttyname_r(slave, &name, name.count) == 0 else { throw BenchmarkError("the terminal has no name") }
    return (master, String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// glibc's `POSIX_SPAWN_SETSID` (posix_spawnattr_setflags), which is not imported into Swift.
  private static let newSession: Int16 = 0x80

  private static func spawn(_ command: [String], _ environment: [String: String], terminal: String) throws(BenchmarkError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a new session opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, newSession)
    let words = command.map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var pid = pid_t()
    let failure = posix_spawnp(&pid, command[0], &actions, &attributes, words, settings)
    guard failure == 0 else { throw BenchmarkError("cannot start \(command[0]): \(String(cString: strerror(failure)))") }
    return pid
  }
}
