public import ArgumentParser

/// The flags of a process that has a broker in it.
public struct BrokerOptions: ParsableArguments, Sendable {
  @Option(help: HostSettings.heartbeat.help) var heartbeat: String?
  @Option(help: BrokerSettings.grace.help) var grace: String?
  @Option(help: BrokerSettings.queueLimit.help) var queueLimit: String?
  @Option(help: BrokerSettings.largestMessage.help) var largestMessage: String?
  @Flag(help: BrokerSettings.insecure.help) var insecure = false

  public init() {}

  public var given: [GivenFlag] {
    [
      HostSettings.heartbeat.given(heartbeat), BrokerSettings.grace.given(grace), BrokerSettings.queueLimit.given(queueLimit),
      BrokerSettings.largestMessage.given(largestMessage), BrokerSettings.insecure.given(insecure),
    ]
  }
}
