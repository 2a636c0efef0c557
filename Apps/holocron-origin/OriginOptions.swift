import ArgumentParser
import Hosting
import Origin

/// The options and settings of `holocron-origin`.
struct OriginOptions: ParsableArguments {
  static let listenHost = Setting(
    "origin.host", .text("a host name or address", valueName: "host"), default: "127.0.0.1", "Listen on this host name or address")
  static let port = Setting("origin.port", .integer(0...65_535, valueName: "port"), default: 1138, "Listen on this port; 0 = any free port")
  static let pageSize = Setting(
    "origin.page-size", .integer(1...10_000), default: OriginSettings().pageSize, "Set the number of records per page")
  static let latency = Setting(
    "origin.latency", .duration(.zero ... .seconds(3_600)), default: Duration.zero, "Delay each response by this time")

  @Option(name: .customLong("host"), help: listenHost.help) var listenHost: String?
  @Option(help: port.help) var port: String?
  @Option(help: pageSize.help) var pageSize: String?
  @Option(help: latency.help) var latency: String?

  var given: [FlagValue] {
    [
      Self.listenHost.given(listenHost), Self.port.given(port), Self.pageSize.given(pageSize), Self.latency.given(latency),
    ]
  }

  static func settings(_ reader: SettingsReader) throws(HostError) -> OriginSettings {
    OriginSettings(
      host: try reader.value(listenHost), port: try reader.value(port), pageSize: try reader.value(pageSize),
      latency: try reader.value(latency))
  }
}
