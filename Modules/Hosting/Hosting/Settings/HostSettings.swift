public import Logging
public import MessageBus

/// The settings every service has.
public enum HostSettings {
  public static let bus = Setting<Endpoint?>(
    "bus", SettingForm<Endpoint>.endpoint.optional, standard: nil,
    "Where the broker takes requests; by default a socket in the runtime directory")
  public static let events = Setting<Endpoint?>(
    "events", SettingForm<Endpoint>.endpoint.optional, standard: nil,
    "Where the broker announces events; by default it follows from the bus")
  public static let logLevel = Setting(
    "log.level", flag: "log-level", .level, standard: Logger.Level.info, "Least level that is logged, from trace to critical")
  public static let logFormat = Setting(
    "log.format", flag: "log-format", .choice(valueName: "format"), standard: LogFormat.text, "How lines are logged: text or json")
  public static let drainTimeout = Setting(
    "drain.timeout", flag: "drain-timeout", .duration(.zero ... .seconds(3_600)), standard: Duration.seconds(10),
    "How long a stopping service may finish what it holds")
  public static let lifeline = Setting(
    "lifeline", .flag, standard: false, "Stop when standard input closes: whoever started the service is gone")
  public static let heartbeat = Setting(
    "bus.heartbeat", flag: "heartbeat", .duration(.milliseconds(10) ... .seconds(60)), standard: Broker.Settings().heartbeatInterval,
    "How often broker and workers hear from each other; four times in silence means death; the same everywhere on a bus")
  public static let credit = Setting(
    "worker.credit", flag: "credit", .integer(1...20_000), standard: 64, "Requests a worker holds at once; 1 speaks plain RFC 18")
}
