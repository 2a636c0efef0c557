import Logging
import MessageBus

/// Settings common to all services.
enum HostSettings {
  static let bus = Setting<Endpoint?>(
    "bus", SettingSyntax<Endpoint>.endpoint.optional, default: nil, defaultText: "a socket in the runtime folder",
    "Set the endpoint for requests")
  static let workersEndpoint = Setting<Endpoint?>(
    "workers-endpoint", SettingSyntax<Endpoint>.endpoint.optional, default: nil, defaultText: "derived from --bus",
    "Set the endpoint for workers; the same as --bus = do not separate workers from clients")
  static let events = Setting<Endpoint?>(
    "events", SettingSyntax<Endpoint>.endpoint.optional, default: nil, defaultText: "derived from --bus",
    "Set the endpoint for events")
  static let logLevel = Setting(
    "log.level", flag: "log-level", .level, default: Logger.Level.info,
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
}
