import MessageBus

/// User settings of the broker. The defaults are those of MessageBus.
enum BrokerSettings {
  private static let defaults = Broker.Settings()

  static let grace = Setting(
    "broker.grace", .duration(.zero ... .seconds(3_600)), default: defaults.grace,
    "Set how long a request waits for a service without workers; up to 15 s while workers may still be joining")
  static let queueLimit = Setting(
    "broker.queue-limit", flag: "queue-limit", .integer(1...10_000_000), default: defaults.queueLimit,
    "Queue at most this many requests per service; further requests get a 503")
  static let largestMessage = Setting(
    "broker.largest-message", flag: "largest-message", .bytes(1_024...Broker.Settings.largestMessageLimit),
    default: defaults.largestMessage,
    "Set the maximum size of a message from a peer")
  static let insecure = Setting(
    "broker.insecure", flag: "insecure", .flag, default: false,
    "Allow endpoints that other machines can reach, although the bus neither encrypts nor authenticates")

  static let clientsMay = Setting(
    "broker.clients-may", flag: "clients-may", .clientRights, default: defaults.clientRights, defaultText: "none",
    "Rights of clients besides sending requests: none, or a comma-separated list of publish, purge (and other work on the whole store) and work"
  )

  /// Throws ``HostErrorCode/usage`` if other machines could reach the bus and the settings do not allow it.
  static func checkExposure(_ reader: SettingsReader) throws(HostError) {
    guard try !reader.value(insecure) else { return }
    // An invalid address is reported where it is used.
    guard let address = try? Host.busAddress(reader) else { return }
    do { try address.checkIsLocal() } catch { throw HostError(error) }
  }

  /// Reads the broker's settings. Throws ``HostErrorCode/usage`` for an invalid value.
  static func read(_ reader: SettingsReader) throws(HostError) -> Broker.Settings {
    var settings = defaults
    settings.heartbeatInterval = try reader.value(HostSettings.heartbeat)
    settings.grace = try reader.value(grace)
    settings.queueLimit = try reader.value(queueLimit)
    settings.largestMessage = try reader.value(largestMessage)
    settings.isInsecure = try reader.value(insecure)
    settings.clientRights = try reader.value(clientsMay)
    return settings
  }
}
