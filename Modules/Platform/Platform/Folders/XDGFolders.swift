/// The folders of an application by the XDG Base Directory Specification: its name in the folder that a variable names, or else in its default
/// below the home folder. Paths are absolute; the folders may not exist. As the specification demands, a relative path in a variable is
/// ignored; so is a relative `HOME`. Without `HOME`, the home folder is that of the user's account. Root also ignores a
/// folder of another user, which the environment may name after sudo(8) or su(1): files that root creates there would lock that user out.
public struct XDGFolders: Sendable {
  private let application: String
  private let environment: Environment
  private let accountHome: @Sendable () -> String?

  /// Creates the folders of `application`. `accountHome` returns the home folder in the user database; it is called only without `HOME`.
  public init(
    _ application: String, _ environment: Environment,
    accountHome: @escaping @Sendable () -> String? = { User.homeFolder(of: User.current) }
  ) {
    self.application = application
    self.environment = environment
    self.accountHome = accountHome
  }

  /// For the configuration file: in `$XDG_CONFIG_HOME` or `~/.config`. `nil` without a home folder.
  public var configuration: String? { folder("XDG_CONFIG_HOME", below: ".config") }
  /// The configuration file; `nil` without a home folder.
  public var configurationFile: String? { configuration.map { "\($0)/config.json" } }
  /// Those of the system, the strongest first: in `$XDG_CONFIG_DIRS`, then in `/etc`, unless all of these folders are outside `/etc`.
  public var systemConfigurationFiles: [String] {
    let folders = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let isSystem = folders.isEmpty || folders.contains { $0 == "/etc" || $0.hasPrefix("/etc/") }
    return (folders + (isSystem ? ["/etc"] : [])).map { "\($0)/\(application)/config.json" }
  }
  /// For files that can be rebuilt: in `$XDG_CACHE_HOME` or `~/.cache`. `nil` without a home folder.
  public var cache: String? { folder("XDG_CACHE_HOME", below: ".cache") }
  /// For files that cannot be rebuilt: in `$XDG_DATA_HOME` or `~/.local/share`. `nil` without a home folder.
  public var data: String? { folder("XDG_DATA_HOME", below: ".local/share") }
  /// For logs and other persistent state: in `$XDG_STATE_HOME` or `~/.local/state`; without a home folder, the folder ``runtime(user:)``.
  public var state: String { folder("XDG_STATE_HOME", below: ".local/state") ?? runtime() }

  /// For the sockets, locks and state of running processes: in `$XDG_RUNTIME_DIR`, or else in `/tmp`; see ``RuntimeFolder``.
  public func runtime(user: UInt32 = User.current) -> String {
    if let folder = named("XDG_RUNTIME_DIR", user) { return "\(folder)/\(application)" }
    return "/tmp/\(application)-\(user)"
  }

  private func folder(_ variable: String, below fallback: String) -> String? {
    if let folder = named(variable) { return "\(folder)/\(application)" }
    return home.map { "\($0)/\(fallback)/\(application)" }
  }

  /// The home folder; `nil` for accounts without one.
  public var home: String? {
    if let home = named("HOME") { return home }
    // Accounts without a home folder have the root folder.
    return accountHome().flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil }
  }

  /// Returns the folder that a variable names; `nil` for root if it, or its closest parent that exists, belongs to another user.
  private func named(_ variable: String, _ user: UInt32 = User.effective) -> String? {
    guard let folder = environment[variable], folder.hasPrefix("/") else { return nil }
    guard user == 0, let status = try? FileStatus(of: FileSystem.closestExisting(folder)) else { return folder }
    return status.owner == 0 || status.isSticky ? folder : nil
  }
}

/// The folder for logs: ``XDGFolders/state``, or one in the runtime folder if this process cannot create files there. Nothing is created.
public struct LogFolder: Sendable, Hashable {
  /// The absolute path. The folder may not exist.
  public let path: String
  /// Why ``XDGFolders/state`` cannot be used; `nil` if it is used.
  public let failure: SystemError?

  public init(_ folders: XDGFolders) {
    do throws(SystemError) {
      try Self.check(folders.state)
      path = folders.state
      failure = nil
    } catch {
      path = "\(folders.runtime())/logs"
      failure = error
    }
  }

  /// Throws unless this process may create files in `folder`, or the folder itself.
  private static func check(_ folder: String) throws(SystemError) {
    let existing = FileSystem.closestExisting(folder)
    guard try FileStatus(of: existing).kind == .folder else { throw SystemError("mkdir", existing, number: .notAFolder) }
    try FileSystem.checkWritable(existing)
  }
}
