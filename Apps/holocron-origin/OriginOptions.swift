import Dialects
import Hosting
import Models
import Origin

/// The options and settings of `holocron-origin`.
enum OriginOptions {
  static let listenHost = Setting(
    "origin.host", .text("a host name or address", valueName: "host"), default: "127.0.0.1", "Listen on this host name or address")
  static let port = Setting("origin.port", .integer(0...65_535, valueName: "port"), default: 1138, "Listen on this port; 0 = any free port")
  static let dialect = Setting<any Dialect>(
    "origin.dialect", .dialect, default: SWAPIDialect(kinds: .standard), "Answer as servers of this dialect do")
  static let pageSize = Setting(
    "origin.page-size", .integer(1...10_000), default: OriginSettings().pageSize, "Set the number of records per page")
  static let latency = Setting(
    "origin.latency",
    SettingSyntax(Latency.expected, valueName: "time", parse: { Latency($0) }, format: { $0.text }), default: Latency.none,
    "Delay each response: by a time, a random time in a range (10ms..50ms), or lognormal:MEDIAN,SIGMA")
  static let timeout = Setting(
    "origin.idle-timeout", .duration(.zero ... .seconds(86_400)), default: ConnectionLimits().timeout ?? .zero,
    "Close connections whose client makes no progress for this time; 0 = never")
  static let connections = Setting(
    "origin.max-connections", .integer(1...1_000_000), default: ConnectionLimits().connections,
    "Maximum number of connections; further ones wait")

  static let all = SettingsGroup([listenHost, port, dialect, pageSize, latency, timeout, connections])

  static func settings(_ reader: SettingsReader) throws(HostError) -> OriginSettings {
    let timeout = try reader.value(timeout)
    return OriginSettings(
      host: try reader.value(listenHost), port: try reader.value(port), pageSize: try reader.value(pageSize),
      latency: try reader.value(latency),
      limits: ConnectionLimits(timeout: timeout > .zero ? timeout : nil, connections: try reader.value(connections)))
  }
}

extension SettingSyntax where Value == any Dialect {
  /// The name of a dialect that can be served.
  fileprivate static var dialect: SettingSyntax {
    let dialects = Dialects.standard.all
    return SettingSyntax(
      "one of \(dialects.map(\.name).joined(separator: ", "))", valueName: "dialect",
      parse: { name in dialects.first { $0.name == name } }, format: { $0.name })
  }
}
