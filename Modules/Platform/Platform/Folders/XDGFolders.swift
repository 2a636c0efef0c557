/// The folders of Holocron by the XDG Base Directory Specification: `holocron` in the folder that a variable names, or else in its default
/// below the home folder. Paths are absolute; the folders may not exist. As the specification demands, a relative path in a variable is
/// ignored; so is a relative `HOME`.
public struct XDGFolders: Sendable {
  private let environment: Environment

  public init(_ environment: Environment) { self.environment = environment }

  /// For the configuration file: in `$XDG_CONFIG_HOME` or `~/.config`. `nil` without a home folder.
  public var configuration: String? { folder("XDG_CONFIG_HOME", below: ".config") }
  /// The configuration file; `nil` without a home folder.
  public var configurationFile: String? { configuration.map { "\($0)/config.json" } }
  /// The maximum size of the configuration file in bytes.
  public static let maxConfigurationSize = 1 << 20
  /// For files that can be rebuilt: in `$XDG_CACHE_HOME` or `~/.cache`. `nil` without a home folder.
  public var cache: String? { folder("XDG_CACHE_HOME", below: ".cache") }
  /// For files that cannot be rebuilt: in `$XDG_DATA_HOME` or `~/.local/share`. `nil` without a home folder.
  public var data: String? { folder("XDG_DATA_HOME", below: ".local/share") }
  /// For logs and other persistent state: in `$XDG_STATE_HOME` or `~/.local/state`; without a home folder, below the root folder.
  public var state: String { folder("XDG_STATE_HOME", below: ".local/state") ?? "/.local/state/holocron" }

  /// For the sockets, locks and state of running processes: in `$XDG_RUNTIME_DIR`, or else `/tmp/holocron-UID`.
  public func runtime(user: UInt32 = User.current) -> String {
    if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return "\(folder)/holocron" }
    return "/tmp/holocron-\(user)"
  }

  private func folder(_ variable: String, below fallback: String) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/holocron" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(fallback)/holocron" : nil }
  }
}
