import Glibc

/// A user of their own for a test: a home, a runtime directory, configuration, state and cache, all in one temporary directory, so that processes under test
/// meet each other and nobody else.
public final class Sandbox: Sendable {
  public let directory: TemporaryDirectory
  /// What processes in the sandbox see, and nothing more.
  public let environment: [String: String]

  public init(_ additions: [String: String] = [:]) throws(TestSupportError) {
    directory = try TemporaryDirectory()
    let path = directory.path
    let own = [
      "HOME": path, "XDG_RUNTIME_DIR": "\(path)/run", "XDG_CONFIG_HOME": "\(path)/config", "XDG_STATE_HOME": "\(path)/state",
      "XDG_CACHE_HOME": "\(path)/cache", "PATH": "\(ProductsDirectory.path):/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8",
    ]
    environment = own.merging(Self.sanitizerOptions) { own, _ in own }.merging(additions) { _, new in new }
  }

  /// A build with a sanitizer reports in the processes of a test what it reports in the test.
  private static let sanitizerOptions: [String: String] = ["TSAN_OPTIONS", "ASAN_OPTIONS"].reduce(into: [:]) { options, name in
    options[name] = getenv(name).map { String(cString: $0) }
  }

  /// The folder of sockets, locks and state of running processes.
  public var runtimeFolder: String { "\(directory.path)/run/holocron" }

  /// Starts an executable of this build.
  public func start(_ name: String, _ arguments: String...) async throws -> RunningProcess { try await start(name, arguments: arguments) }

  public func start(_ name: String, arguments: [String]) async throws -> RunningProcess {
    try await RunningProcess.start(ProductsDirectory.executable(name), arguments, environment: environment, keeping: directory)
  }

  /// Starts a service of this build so that it goes when the test's process goes, even killed.
  public func service(_ name: String, _ arguments: String...) async throws -> RunningProcess {
    try await start(name, arguments: arguments + ["--lifeline"])
  }

  /// Runs an executable of this build to its end.
  public func run(_ name: String, _ arguments: String..., within limit: Duration = .testLimit) async throws -> (
    ending: RunningProcess.Ending, output: String, errors: String
  ) {
    try await run(name, arguments: arguments, within: limit)
  }

  /// Runs a command of `holocron` to its end, with a deadline that a slow machine keeps: 15 s may not do where its own deadline is not what a test is about.
  public func holocron(_ words: String...) async throws -> (ending: RunningProcess.Ending, output: String, errors: String) {
    try await run("holocron", arguments: words + Self.patient)
  }

  /// Has any command of `holocron` wait long.
  public static let patient = ["--timeout", "120"]

  private func run(_ name: String, arguments: [String], within limit: Duration = .testLimit) async throws -> (
    ending: RunningProcess.Ending, output: String, errors: String
  ) {
    let process = try await start(name, arguments: arguments)
    process.closeInput()
    let ending = try await process.ending(within: limit)
    return (ending, process.output, process.errors)
  }
}
