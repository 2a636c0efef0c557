public import ArgumentParser

/// Command-line options of a process that contains a broker.
public struct BrokerOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.heartbeat.help) var heartbeat: String?
  @Option(help: BrokerSettings.grace.help) var grace: String?
  @Option(help: BrokerSettings.queueLimit.help) var queueLimit: String?
  @Option(help: BrokerSettings.largestMessage.help) var largestMessage: String?
  @Option(help: BrokerSettings.clientsMay.help) var clientsMay: String?
  @Flag(help: BrokerSettings.insecure.help) var insecure = false

  public init() {}

  /// The options as given on the command line.
  public var given: [FlagValue] {
    [
      HostSettings.heartbeat.given(heartbeat), BrokerSettings.grace.given(grace), BrokerSettings.queueLimit.given(queueLimit),
      BrokerSettings.largestMessage.given(largestMessage), BrokerSettings.clientsMay.given(clientsMay),
      BrokerSettings.insecure.given(insecure).checking { (settings: SettingsReader) throws(HostError) in
        try BrokerSettings.checkExposure(settings)
      },
    ]
  }
}
