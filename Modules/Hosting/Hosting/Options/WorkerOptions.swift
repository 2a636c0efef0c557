public import ArgumentParser

/// Command-line options of a worker.
public struct WorkerOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.credit.help) var credit: String?
  @Option(help: HostSettings.heartbeat.help) var heartbeat: String?

  public init() {}

  /// The options as given on the command line.
  public var given: [FlagValue] { [HostSettings.credit.given(credit), HostSettings.heartbeat.given(heartbeat)] }
}
