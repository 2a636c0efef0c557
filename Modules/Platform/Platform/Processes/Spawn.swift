import CStandardStreams
import Glibc

/// A program to start as a child process, with default actions for all signals. It inherits no descriptors but its standard streams:
/// a listening socket that a child keeps would accept connections for nobody.
public struct Spawn: Sendable {
  /// The other end of a standard stream.
  public enum Stream: Sendable {
    /// That of this process.
    case inherited
    /// /dev/null
    case none
    case descriptor(Descriptor)
  }

  /// An absolute path, or a name that is looked up on the PATH of this process.
  public var executable: String
  /// The arguments without the program name.
  public var arguments: [String]
  /// The complete environment; `nil` means that of this process, without what a service manager has told this process alone.
  public var environment: [String: String]?
  /// Variables to set in addition to the environment of this process; ignored if there is a complete ``environment``.
  public var additions: [String: String] = [:]
  public var input = Stream.inherited
  public var output = Stream.inherited
  public var errors = Stream.inherited
  /// Whether the program gets its own session, and outlives this process and its terminal.
  public var isDetached = false
  /// Whether the program gets its own process group, so that keys of the terminal send it no signals.
  public var hasOwnGroup = false
  /// The path of a terminal that becomes the standard streams and the controlling terminal of the program, in a session of its own.
  var terminal: String?

  public init(_ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the program.
  public func start() throws(SystemError) -> SpawnedProcess {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    addStreams(to: &actions)
    _ = spawn_close_others(&actions)
    setAttributes(&attributes)
    var process: Int32 = 0
    // posix_spawn returns the error and does not set errno.
    let failure = CStrings.with([executable] + arguments) { words in
      Environment.withPointers(environment, without: ServiceManagerVariables.names, adding: additions) {
        posix_spawnp(&process, executable, &actions, &attributes, words, $0)
      }
    }
    guard failure == 0 else { throw SystemError("posix_spawn", executable, number: ErrorNumber(rawValue: failure)) }
    return SpawnedProcess(id: process)
  }

  private func addStreams(to actions: inout posix_spawn_file_actions_t) {
    for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      switch stream {
      // A session leader that opens a terminal gets it as its controlling terminal.
      case _ where terminal != nil: posix_spawn_file_actions_addopen(&actions, number, terminal ?? "", O_RDWR, 0)
      case .inherited: break
      case .none: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
      }
    }
  }

  /// Resets the signal mask and all signal handlers to their defaults, and requests a new session or group if needed.
  private func setAttributes(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // The Swift importer omits POSIX_SPAWN_SETSID, a GNU extension (spawn.h).
    let newSession: Int32 = isDetached || terminal != nil ? 0x80 : 0
    let newGroup = hasOwnGroup ? Int32(POSIX_SPAWN_SETPGROUP) : 0
    posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | newSession | newGroup))
  }
}

/// A child process started by ``Spawn``. Wait for it with one of the methods, or it stays a zombie when it ends (waitpid(2)).
public struct SpawnedProcess: Sendable, Hashable {
  /// The process ID, which the kernel does not reuse until the process has been waited for.
  public let id: Int32

  /// Blocks until the process has ended. Returns `.exited(0)` if the ending is unknown, because it has been waited for elsewhere.
  @discardableResult public func wait() -> ProcessEnding {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ProcessEnding(status: status)
  }

  /// Returns how the process ended, or `nil` while it is running. After an ending was returned, ``id`` is invalid.
  public func endingIfAny() -> ProcessEnding? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == id ? ProcessEnding(status: status) : nil
  }

  /// Waits for the process in the background, so that no zombie stays behind. Discards the ending. Costs one sleeping thread.
  public func reapInBackground() {
    // Without a thread, the zombie stays until this process ends.
    try? BackgroundThread.start { wait() }
  }
}

/// The way a process ended.
public enum ProcessEnding: Sendable, Hashable {
  case exited(Int32)
  case signaled(Signal)

  /// Decodes a status of waitpid(2).
  init(status: Int32) {
    self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(Signal(rawValue: status & 0x7F))
  }
}
