public import ArgumentParser

/// The flags of a service that is a worker on the bus.
public struct WorkerOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.credit.help) var credit: String?
  @Option(help: HostSettings.heartbeat.help) var heartbeat: String?

  public init() {}

  public var given: [GivenFlag] { [HostSettings.credit.given(credit), HostSettings.heartbeat.given(heartbeat)] }
}
