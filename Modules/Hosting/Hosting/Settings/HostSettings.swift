import Logging
import MessageBus

/// Settings common to all services.
enum HostSettings {
  static let bus = Setting(
    "bus", .endpoints, default: [], defaultText: "a socket in the runtime folder",
    "Set the endpoint for requests, or several, separated by spaces; a worker joins all of them")
  static let events = Setting(
    "events", .endpoints, default: [], defaultText: "derived from --bus", "Set the endpoint for events, or one for each of --bus")
  static let key = Setting<String?>(
    "key", SettingSyntax<String>.text("a file", valueName: "file").optional, default: nil,
    "Join the bus over tcp with the key in this file, which 'holocron keys export' writes")
  static let logLevel = Setting(
    "log.level", flag: "log-level", .choice(valueName: "level"), default: Logger.Level.info,
    "Set the minimum log level: trace, debug, info, notice, warning, error or critical")
  static let logFormat = Setting(
    "log.format", flag: "log-format", .choice(valueName: "format"), default: LogFormat.text, "Set the log format: text or json")
  static let drainTimeout = Setting(
    "drain.timeout", flag: "drain-timeout", .duration(.zero ... .seconds(3_600)), default: Duration.seconds(10),
    "Set the time allowed to finish in-flight requests when stopping")
  static let lifeline = Setting(
    "lifeline", .flag, default: false, "Stop when standard input reaches end of file (the parent has gone away)")
  static let heartbeat = Setting(
    "bus.heartbeat", flag: "heartbeat", .duration(.milliseconds(10) ... .seconds(60)), default: Broker.Settings().heartbeatInterval,
    "Set the heartbeat interval, which must be the same everywhere on a bus; a peer that misses four heartbeats counts as dead")
  static let credit = Setting(
    "worker.credit", flag: "credit", .integer(1...20_000), default: 64, "Accept at most this many requests at once; 1 = plain RFC 18")

  /// The settings that every program has.
  static let common = SettingsGroup([logLevel, logFormat, drainTimeout, lifeline])
}

extension SettingsGroup {
  /// The settings of a process that joins or binds a bus.
  public static let bus = SettingsGroup(
    [HostSettings.bus, HostSettings.events, HostSettings.key], check: { settings throws(HostError) in try Host.checkKey(settings) })
  /// The settings of a worker in a process of its own.
  public static let worker = SettingsGroup([HostSettings.credit, HostSettings.heartbeat])
  /// The settings of a process that contains a broker.
  public static let broker = SettingsGroup(
    [
      HostSettings.heartbeat, BrokerSettings.grace, BrokerSettings.queueLimit, BrokerSettings.largestMessage,
      BrokerSettings.listen, BrokerSettings.insecure,
    ])
}

/// User settings of the broker. The defaults are those of MessageBus.
enum BrokerSettings {
  private static let defaults = Broker.Settings()

  static let grace = Setting(
    "broker.grace", .duration(.zero ... .seconds(3_600)), default: defaults.grace,
    "Set how long a request waits for a service without workers; up to 15 s while workers may still be joining")
  static let queueLimit = Setting(
    "broker.queue-limit", .integer(1...10_000_000), default: defaults.queueLimit,
    "Queue at most this many requests per service; further requests get a 503")
  static let largestMessage = Setting(
    "broker.largest-message", .bytes(Broker.Settings.leastLargestMessage...Broker.Settings.largestMessageLimit),
    default: defaults.largestMessage,
    "Set the maximum size of a message from a peer")
  static let insecure = Setting(
    "broker.insecure", .flag, default: false,
    "Accept peers without keys on tcp, unencrypted")
  static let listen = Setting<Endpoint?>(
    "broker.listen",
    SettingSyntax<Endpoint>(
      "tcp://host:port, such as tcp://0.0.0.0:5555", valueName: "endpoint",
      parse: { (try? Endpoint($0)).flatMap { $0.transport == .tcp ? $0 : nil } }
    ).optional, default: nil, "Also listen on this tcp endpoint, where peers need a key (see 'holocron keys')")

  /// Reads the broker's settings. Throws ``HostErrorCode/usage`` for an invalid value.
  static func read(_ reader: SettingsReader) throws(HostError) -> Broker.Settings {
    var settings = defaults
    settings.heartbeatInterval = try reader.value(HostSettings.heartbeat)
    settings.grace = try reader.value(grace)
    settings.queueLimit = try reader.value(queueLimit)
    settings.largestMessage = try reader.value(largestMessage)
    settings.isInsecure = try reader.value(insecure)
    return settings
  }
}
