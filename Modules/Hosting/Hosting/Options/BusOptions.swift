public import ArgumentParser

/// Command-line options of a process that joins or binds a bus.
public struct BusOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.bus.help) var bus: String?
  @Option(help: HostSettings.workersEndpoint.help) var workersEndpoint: String?
  @Option(help: HostSettings.events.help) var events: String?

  public init() {}

  /// The options as given on the command line.
  public var given: [FlagValue] {
    [HostSettings.bus.given(bus), HostSettings.workersEndpoint.given(workersEndpoint), HostSettings.events.given(events)]
  }
}
