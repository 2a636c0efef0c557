public import Platform

/// An isolated environment for processes under test: home, runtime, configuration, state and cache folders in one temporary directory.
public final class Sandbox: Sendable {
  public let directory: TemporaryDirectory
  /// The complete environment of processes in the sandbox.
  public let environment: [String: String]

  public init(_ additions: [String: String] = [:]) throws(TestSupportError) {
    directory = try TemporaryDirectory()
    let path = directory.path
    let own = [
      "HOME": path, "XDG_RUNTIME_DIR": "\(path)/run", "XDG_CONFIG_HOME": "\(path)/config", "XDG_STATE_HOME": "\(path)/state",
      // The configuration file of this machine in /etc is not read then.
      "XDG_CONFIG_DIRS": "\(path)/system",
      "XDG_CACHE_HOME": "\(path)/cache", "PATH": "\(ProductsDirectory.path):/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8",
    ]
    environment = own.merging(Self.sanitizerOptions) { own, _ in own }.merging(additions) { _, new in new }
  }

  /// Sanitizer options of the test process, passed on to its child processes.
  private static let sanitizerOptions: [String: String] = ["TSAN_OPTIONS", "ASAN_OPTIONS"].reduce(into: [:]) { options, name in
    options[name] = Environment.process[name]
  }

  /// The folder for sockets, locks and state of running processes.
  public var runtimeFolder: String { "\(directory.path)/run/holocron" }

  /// Starts an executable of this build.
  public func start(_ name: String, _ arguments: String...) async throws -> RunningProcess { try await start(name, arguments: arguments) }

  public func start(_ name: String, arguments: [String]) async throws -> RunningProcess {
    try await RunningProcess.start(ProductsDirectory.executable(name), arguments, environment: environment, keeping: directory)
  }

  /// Starts a service of this build with `--lifeline`, so that it ends with the test process even if that is killed.
  public func service(_ name: String, _ arguments: String...) async throws -> RunningProcess {
    try await start(name, arguments: arguments + ["--lifeline"])
  }

  /// Runs an executable of this build and waits until it has ended.
  public func run(_ name: String, _ arguments: String..., within limit: Duration = .testLimit) async throws -> (
    ending: RunningProcess.Ending, output: String, errors: String
  ) {
    try await run(name, arguments: arguments, within: limit)
  }

  /// Runs a `holocron` command with a timeout that suits slow machines; for tests in which the default of 15 s does not matter.
  public func holocron(_ words: String...) async throws -> (ending: RunningProcess.Ending, output: String, errors: String) {
    try await run("holocron", arguments: words + Self.longTimeout)
  }

  /// The `holocron` options for a timeout of two minutes.
  public static let longTimeout = ["--timeout", "120"]

  /// Runs an executable of this build and waits until it has ended.
  public func run(_ name: String, arguments: [String], within limit: Duration = .testLimit) async throws -> (
    ending: RunningProcess.Ending, output: String, errors: String
  ) {
    let process = try await start(name, arguments: arguments)
    process.closeInput()
    let ending = try await process.ending(within: limit)
    return (ending, process.output, process.errors)
  }
}

/// The folder of this build's executables: the folder of the running executable, which in a test is the test bundle.
public enum ProductsDirectory {
  /// The absolute path without a trailing slash.
  public static let path = RunningProgram.own?.folder ?? "."

  /// Returns the absolute path of an executable such as `holocron-broker`, without checking that it exists.
  public static func executable(_ name: String) -> String { "\(path)/\(name)" }
}
