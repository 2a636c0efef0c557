import ArgumentParser
import Hosting
import Origin

/// The flags of `holocron-origin` and the settings behind them.
struct OriginOptions: ParsableArguments {
  static let listenHost = Setting(
    "origin.host", .text("a host name or address", valueName: "host"), standard: "127.0.0.1", "Name or address to listen on")
  static let port = Setting("origin.port", .integer(0...65_535, valueName: "port"), standard: 1138, "Port to listen on; 0 takes a free one")
  static let pageSize = Setting("origin.page-size", .integer(1...10_000), standard: 10, "Records a page")
  static let latency = Setting(
    "origin.latency", .duration(.zero ... .seconds(3_600)), standard: Duration.zero, "How long each answer is held back")

  @Option(name: .customLong("host"), help: listenHost.help) var listenHost: String?
  @Option(help: port.help) var port: String?
  @Option(help: pageSize.help) var pageSize: String?
  @Option(help: latency.help) var latency: String?

  var given: [GivenFlag] {
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
