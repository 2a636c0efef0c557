@preconcurrency public import Glibc

/// A program to start as a child process.
public struct Spawn: Sendable {
  private let executable: String
  private let arguments: [String]
  private let input: Int32?
  private let log: Int32?
  private let isDetached: Bool

  /// - Parameters:
  ///   - arguments: The arguments without the program name.
  ///   - input: The descriptor for standard input. `nil` means that of this process, or /dev/null if detached.
  ///   - log: The descriptor for standard output and standard error. `nil` means those of this process.
  ///   - isDetached: Whether the program gets its own session, inherits no other descriptors, and outlives this process and its terminal.
  public init(executable: String, arguments: [String] = [], input: Int32? = nil, log: Int32? = nil, isDetached: Bool = false) {
    self.executable = executable
    self.arguments = arguments
    self.input = input
    self.log = log
    self.isDetached = isDetached
  }

  /// Starts the program. Returns the ID of the new process, or `nil` with `errno` set.
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

  /// Open descriptors that a child process would inherit besides the standard streams. A detached program must not keep them: the other end
  /// of a pipe or socket would never see end of file. Empty without /proc.
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

  /// Resets the signal mask and all signal handlers to their defaults, and requests a new session if detached.
  private func setAttributes(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // The Swift importer omits POSIX_SPAWN_SETSID, a GNU extension (spawn.h).
    let newSession: Int32 = isDetached ? 0x80 : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Int32(newSession)))
  }
}

/// Returns the environment in the form that posix_spawn takes.
private func processEnvironment() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  // This program never changes the environment, so reading it from any thread is safe.
  environ
}
