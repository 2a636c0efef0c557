import Contracts
import Hosting
import Logging
import MessageBus
import Networking
import OrderedJSON
import ServiceLifecycle

extension ServiceDefinition {
  /// `holocron.fetch`: fetches from an origin.
  static let fetch = ServiceDefinition(settings: FetchOptions.all) { host, metrics throws(HostError) in
    let timeout = try host.settings.value(FetchOptions.requestTimeout)
    return { bus throws(HostError) in
      // Not earlier: only the services close the origin, and there are none if the bus cannot be joined.
      let origin = try FetchOptions.origin(host.settings, metrics: metrics, logger: host.logger)
      let publisher = EventPublisher()
      let service = FetchService(origin, timeout: timeout, metrics: metrics, logger: host.logger, publish: publisher.publish)
      let client = try host.client(at: bus)
      host.logger.info("fetcher starting", metadata: ["origin": "\(origin.address)"])
      // The launcher finds the event by its message (`ServiceLog`).
      if let reason = origin.identity.plainHTTPWarning { host.logger.warning("origin is not encrypted", metadata: ["reason": "\(reason)"]) }
      return [
        host.background {
          await publisher.run(through: client)
          await client.close()
          await origin.close()
        },
        FetchWorker(origin: origin.identity, client: client, logger: host.logger, publish: publisher.publish) { () throws(HostError) in
          try host.worker(service, at: bus, metrics: metrics) {
            var members = OriginStatus.members(origin.statuses)
            members["origin"] = .string(origin.address)
            return members
          }
        },
      ]
    }
  }
}

/// The settings of `holocron.fetch`.
enum FetchOptions {
  private static let defaults = HTTPSettings()

  static let origins = Setting(
    "fetch.origin", .list("\(Origins.syntax), several separated by commas", valueName: "origin"), default: ["embedded"], repetition: ",",
    "Fetch from this origin: \(Origins.syntax); repeat the option for several servers of one catalogue, in order of preference")
  static let dialect = Setting<String?>(
    "fetch.dialect", SettingSyntax<String>.text("the name of a dialect", valueName: "dialect").optional, default: nil,
    defaultText: "detected from its root document", "Set the dialect of the origin")
  static let requestTimeout = Setting(
    "fetch.request-timeout", .duration(.milliseconds(1) ... .seconds(3_600)), default: defaults.requestTimeout,
    "Set the timeout of a request to the origin, including retries")
  static let concurrency = Setting(
    "fetch.concurrency", .integer(1...1_024), default: defaults.concurrency,
    "Send at most this many requests to the origin at once, and fewer while it answers slowly; queue the others")
  static let maxRate = Setting(
    "fetch.max-rate", .integer(0...1_000_000), default: 0, "Send at most this many requests a second to the origin; 0 = unlimited")
  static let largestBody = Setting(
    "fetch.largest-body", .bytes(1_024...(1 << 30)), default: defaults.maxBodySize, "Set the maximum size of a response body")

  static let all = SettingsGroup(
    [origins, dialect, requestTimeout, concurrency, maxRate, largestBody],
    check: { reader throws(HostError) in try checkOrigins(reader) })

  private static func checkOrigins(_ reader: SettingsReader) throws(HostError) {
    let configuration = OriginConfiguration(dialect: try reader.value(dialect))
    let texts = try reader.value(origins)
    do { try Origins.check(texts, configuration) } catch { throw HostError(.usage, error.message, cause: error) }
  }

  /// Returns the origin named by the settings, without contacting it. Throws ``HostErrorCode/usage`` for invalid settings.
  static func origin(_ reader: SettingsReader, metrics: MetricsRegistry, logger: Logger) throws(HostError) -> any Origin {
    let rate = try reader.value(maxRate)
    let http = HTTPSettings(
      requestTimeout: try reader.value(requestTimeout), concurrency: try reader.value(concurrency), maxRate: rate > 0 ? Double(rate) : nil,
      maxBodySize: try reader.value(largestBody))
    let configuration = OriginConfiguration(dialect: try reader.value(dialect), http: http, metrics: metrics, logger: logger)
    let texts = try reader.value(origins)
    do { return try Origins.open(texts, configuration) } catch { throw HostError(.usage, error.message, cause: error) }
  }
}
