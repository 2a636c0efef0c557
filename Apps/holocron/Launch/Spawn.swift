@preconcurrency import Glibc

/// Starts another program.
struct Spawn: Sendable {
  var executable: String
  /// Without the program's own name.
  var arguments: [String] = []
  /// What it reads from; `nil` for nothing.
  var input: Int32?
  /// Where its standard output and standard error go; `nil` leaves them as they are.
  var log: Int32?
  /// It gets a session of its own and outlives this process and its terminal.
  var isDetached = false

  /// The number of the new process; `nil` with `errno` when it could not be started.
  func start() -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else if isDetached {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let log {
      posix_spawn_file_actions_adddup2(&actions, log, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO)
    }
    setAttributes(&attributes)
    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawn(&process, executable, &actions, &attributes, &words, processEnvironment())
    guard failure == 0 else {
      errno = failure
      return nil
    }
    return process
  }

  /// Signals are as a fresh login would have them, whatever this process ignores or blocks.
  private func setAttributes(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID is a GNU extension that the importer leaves out (spawn.h).
    let newSession: Int32 = isDetached ? 0x80 : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(newSession)))
  }
}
