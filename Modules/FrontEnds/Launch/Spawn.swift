@preconcurrency public import Glibc

/// Another program to start.
public struct Spawn: Sendable {
  private let executable: String
  private let arguments: [String]
  private let input: Int32?
  private let log: Int32?
  private let isDetached: Bool

  /// `arguments` are those after the program's own name. The program reads from the descriptor `input` (`nil`: from what this process reads, or
  /// from nothing when it is detached) and writes output and errors to `log` (`nil`: where this process does). When `isDetached` it gets a session
  /// of its own, no other descriptor of this process, and outlives this process and its terminal.
  public init(executable: String, arguments: [String] = [], input: Int32? = nil, log: Int32? = nil, isDetached: Bool = false) {
    self.executable = executable
    self.arguments = arguments
    self.input = input
    self.log = log
    self.isDetached = isDetached
  }

  /// The number of the new process; `nil` with `errno` when it could not be started.
  public func start() -> pid_t? {
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
    if isDetached { Self.inherited.forEach { posix_spawn_file_actions_addclose(&actions, $0) } }
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

  /// Descriptors that a started program would find open besides its standard streams. Whoever holds the other end of a pipe or socket would wait for the
  /// end of a program that stays. Without /proc none is found.
  private static var inherited: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { descriptors.append(descriptor) }
    }
    return descriptors
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

/// The environment as the C library hands it to new processes.
private func processEnvironment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  // Nothing in this program changes the environment, so reading it from any thread is sound.
  environ
}
