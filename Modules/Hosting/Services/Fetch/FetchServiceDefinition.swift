import ArgumentParser
public import Hosting
import Logging
public import MessageBus
import Networking
public import ServiceLifecycle

/// `holocron.fetch`: asks an origin.
public struct FetchServiceDefinition: ServiceDefinition {
  private static let standard = HTTPSettings()

  static let origin = Setting(
    "fetch.origin", .text(Origins.written, valueName: "origin"), standard: "embedded", "Where to look things up: \(Origins.written)")
  static let dialect = Setting<String?>(
    "fetch.dialect", SettingForm<String>.text("the name of a dialect", valueName: "dialect").optional, standard: nil,
    "How the origin writes its answers; by default found by looking at its root")
  static let requestTimeout = Setting(
    "fetch.request-timeout", .duration(.milliseconds(1) ... .seconds(3_600)), standard: standard.requestTimeout,
    "The longest one request to the origin may take, its repetitions included")
  static let concurrency = Setting(
    "fetch.concurrency", .integer(1...1_024), standard: standard.concurrency, "Requests to the origin at once; others wait their turn")
  static let largestBody = Setting(
    "fetch.largest-body", .bytes(1_024...(1 << 30)), standard: standard.largestBody, "The largest answer that is read")

  @Option(help: origin.help) var origin: String?
  @Option(help: dialect.help) var dialect: String?
  @Option(help: requestTimeout.help) var requestTimeout: String?
  @Option(help: concurrency.help) var concurrency: String?
  @Option(help: largestBody.help) var largestBody: String?

  public init() {}

  public var given: [GivenFlag] {
    [
      Self.origin.given(origin), Self.dialect.given(dialect), Self.requestTimeout.given(requestTimeout),
      Self.concurrency.given(concurrency),
      Self.largestBody.given(largestBody),
    ]
  }

  public func services(on host: Host, at bus: BusAddress, metrics: MetricsRegistry) throws(HostError) -> [any Service] {
    let origin = try Self.origin(host.settings, metrics: metrics)
    let outlet = EventOutlet()
    let service = FetchService(
      origin, timeout: try host.settings.value(Self.requestTimeout), metrics: metrics, logger: host.logger, announce: outlet.send)
    let client = try host.client(at: bus)
    host.logger.info("fetcher starts", metadata: ["origin": "\(origin.address)"])
    return [
      host.background {
        await outlet.run(through: client)
        await client.close()
        await origin.close()
      },
      FetchWorker(origin: origin.identity, client: client, logger: host.logger) { () throws(HostError) in
        try host.worker(service, at: bus, metrics: metrics, facts: ["origin": origin.address])
      },
    ]
  }

  /// The origin the settings mean; it is not contacted. Throws ``HostError/Code/usage`` when they mean none.
  private static func origin(_ reader: SettingsReader, metrics: MetricsRegistry) throws(HostError) -> any Origin {
    let http = HTTPSettings(
      requestTimeout: try reader.value(requestTimeout), concurrency: try reader.value(concurrency),
      largestBody: try reader.value(largestBody))
    let setup = OriginSetup(dialect: try reader.value(dialect), http: http, metrics: metrics)
    let text = try reader.value(origin)
    do { return try Origins.open(text, setup) } catch { throw HostError(.usage, error.message, cause: error) }
  }
}
