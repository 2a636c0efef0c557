import Glibc

/// A process of a benchmark, terminated with this object.
final class ChildProcess {
  private let pid: pid_t

  /// Starts a process with exactly this environment.
  init(_ arguments: [String], environment: [String: String], output: Int32? = nil) throws(BenchmarkError) {
    pid = try Self.spawn(arguments, environment, output: output)
  }

  deinit {
    kill(pid, SIGTERM)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  /// Runs a command, discarding its output, and returns the duration of the whole process.
  static func time(_ arguments: [String], environment: [String: String]) throws(BenchmarkError) -> Duration {
    let start = ContinuousClock.now
    let pid = try spawn(arguments, environment, output: nil)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    let duration = start.duration(to: .now)
    guard status == 0 else { throw BenchmarkError("'\(arguments.joined(separator: " "))' failed (wait status \(status))") }
    return duration
  }

  /// Runs a command and returns its standard output.
  static func output(_ arguments: [String], environment: [String: String]) throws(BenchmarkError) -> [UInt8] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchmarkError("cannot open a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let pid: pid_t
    do {
      defer { close(ends[1]) }
      pid = try spawn(arguments, environment, output: ends[1])
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    guard status == 0 else { throw BenchmarkError("'\(arguments.joined(separator: " "))' failed (wait status \(status))") }
    return bytes
  }

  /// Starts a process. Standard output goes to `output`, or is discarded.
  private static func spawn(_ arguments: [String], _ environment: [String: String], output: Int32?) throws(BenchmarkError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let words = arguments.map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var pid = pid_t()
    let failure = posix_spawnp(&pid, arguments[0], &actions, nil, words, settings)
    guard failure == 0 else { throw BenchmarkError("cannot start \(arguments[0]): \(String(cString: strerror(failure)))") }
    return pid
  }
}
