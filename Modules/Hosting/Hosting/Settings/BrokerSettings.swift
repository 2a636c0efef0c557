public import MessageBus

/// What a user can set about the broker. The defaults are MessageBus's own.
public enum BrokerSettings {
  private static let standard = Broker.Settings()

  public static let grace = Setting(
    "broker.grace", .duration(.zero ... .seconds(3_600)), standard: standard.grace,
    "How long a request waits for a service nobody offers; until 15 s after the start when workers may still be joining")
  public static let queueLimit = Setting(
    "broker.queue-limit", flag: "queue-limit", .integer(1...10_000_000), standard: standard.queueLimit,
    "Requests that may wait for one service; one more gets a 503 at once")
  public static let largestMessage = Setting(
    "broker.largest-message", flag: "largest-message", .bytes(1_024...1 << 30), standard: standard.largestMessage,
    "Largest message taken from a peer")
  public static let insecure = Setting(
    "broker.insecure", flag: "insecure", .flag, standard: false,
    "Bind endpoints that other machines can reach; the bus neither encrypts nor signs")

  /// The settings of a broker as the user wants them. Throws ``HostError/Code/usage`` for a wrong one.
  public static func read(_ reader: SettingsReader) throws(HostError) -> Broker.Settings {
    var settings = standard
    settings.heartbeatInterval = try reader.value(HostSettings.heartbeat)
    settings.grace = try reader.value(grace)
    settings.queueLimit = try reader.value(queueLimit)
    settings.largestMessage = try reader.value(largestMessage)
    settings.isInsecure = try reader.value(insecure)
    return settings
  }
}
