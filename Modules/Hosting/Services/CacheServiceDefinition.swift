import ArgumentParser
import Cache
import Contracts
public import Hosting
import Logging
public import MessageBus
import Models
public import ServiceLifecycle

/// `holocron.cache`: answers from its store and asks `holocron.fetch` on a miss.
public struct CacheServiceDefinition: ServiceDefinition {
  private static let defaults = Lifetimes()
  private static let durationRange: ClosedRange<Duration> = .zero ... .seconds(10 * 365 * 86_400)
  private static let sizeRange = 4_096...(1 << 40)
  private static let countRange = 1...100_000_000

  static let store = Setting<String?>(
    "cache.store", SettingSyntax<String>.text("memory, or a file such as ./cache.sqlite", valueName: "file|memory").optional, default: nil,
    defaultText: "holocron/cache.sqlite in $XDG_CACHE_HOME or ~/.cache", "Store cached answers in memory or in this file")
  static let lifetime = Setting(
    "cache.lifetime", .duration(durationRange), default: defaults.standard,
    "Set the freshness lifetime of answers for which the origin specifies none")
  static let kindLifetimes = Setting("cache.kind-lifetimes", .kindLifetimes, default: [:], "Set the freshness lifetime of individual kinds")
  static let searchLifetime = Setting(
    "cache.search-lifetime", .duration(durationRange), default: defaults.search, "Set the freshness lifetime of records found by a search")
  static let missingLifetime = Setting(
    "cache.missing-lifetime", .duration(durationRange), default: defaults.notFound,
    "Set how long a \"not found\" answer and a list that lacks records are fresh; 0 = each read asks the origin")
  static let staleWhileRevalidate = Setting(
    "cache.stale-while-revalidate", .duration(durationRange), default: defaults.staleWhileRevalidate,
    "Set how long a stale answer is served while it is revalidated")
  static let staleIfError = Setting(
    "cache.stale-if-error", .duration(durationRange), default: defaults.staleIfError,
    "Set how long a stale answer is served if the origin fails")
  static let entries = Setting(
    "cache.entries", .integer(countRange), default: StoreLimits.disk.entries, "Set the maximum number of entries in the store")
  static let bytes = Setting("cache.bytes", .bytes(sizeRange), default: StoreLimits.disk.bytes, "Set the maximum size of the store")
  static let memory = Setting(
    "cache.memory", .bytes(sizeRange), default: StoreLimits.memory.bytes, "Set the maximum size of the memory cache")
  static let storeTimeout = Setting(
    "cache.store-timeout", .duration(.milliseconds(10) ... .seconds(3_600)), default: CacheSettings().storeTimeout,
    "Set how long the store may be unresponsive before answers do without it; increase it for a slow disk")

  @Option(help: store.help) var store: String?
  @Option(help: lifetime.help) var lifetime: String?
  @Option(help: kindLifetimes.help) var kindLifetimes: String?
  @Option(help: searchLifetime.help) var searchLifetime: String?
  @Option(help: missingLifetime.help) var missingLifetime: String?
  @Option(help: staleWhileRevalidate.help) var staleWhileRevalidate: String?
  @Option(help: staleIfError.help) var staleIfError: String?
  @Option(help: entries.help) var entries: String?
  @Option(help: bytes.help) var bytes: String?
  @Option(help: memory.help) var memory: String?
  @Option(help: storeTimeout.help) var storeTimeout: String?

  public init() {}

  public var given: [FlagValue] {
    [
      Self.store.given(store), Self.lifetime.given(lifetime), Self.kindLifetimes.given(kindLifetimes),
      Self.searchLifetime.given(searchLifetime), Self.missingLifetime.given(missingLifetime),
      Self.staleWhileRevalidate.given(staleWhileRevalidate), Self.staleIfError.given(staleIfError), Self.entries.given(entries),
      Self.bytes.given(bytes), Self.memory.given(memory), Self.storeTimeout.given(storeTimeout),
    ]
  }

  public func prepared(on host: Host, metrics: MetricsRegistry) throws(HostError) -> (BusAddress) throws(HostError) -> [any Service] {
    let settings = try Self.settings(host.settings)
    let (store, warning) = try Self.store(host.settings, logger: host.logger)
    return { bus throws(HostError) in
      let client = try host.client(at: bus, outstandingLimit: settings.outstandingLimit)
      let publisher = EventPublisher()
      let service = CacheService(
        store: store, source: BusSource(client), suggester: BusSuggester(client), settings: settings, metrics: metrics, logger: host.logger,
        publish: publisher.publish)
      host.logger.info("cache starting", metadata: ["store": "\(store.location)"])
      return [
        host.background {
          try await service.run(publishing: publisher, through: client)
          await client.close()
        },
        try host.worker(service, at: bus, metrics: metrics, facts: service.facts.adding(warning: warning)),
      ]
    }
  }

  private static func settings(_ reader: SettingsReader) throws(HostError) -> CacheSettings {
    var settings = CacheSettings()
    settings.lifetimes.standard = try reader.value(lifetime)
    settings.lifetimes.byKind = try reader.value(kindLifetimes)
    settings.lifetimes.search = try reader.value(searchLifetime)
    settings.lifetimes.notFound = try reader.value(missingLifetime)
    settings.lifetimes.staleWhileRevalidate = try reader.value(staleWhileRevalidate)
    settings.lifetimes.staleIfError = try reader.value(staleIfError)
    settings.memory.bytes = try reader.value(memory)
    settings.storeTimeout = try reader.value(storeTimeout)
    return settings
  }

  /// Opens the store that is named by a setting, or else the default file. If that cannot be used, returns a store in memory and a warning.
  private static func store(_ reader: SettingsReader, logger: Logger) throws(HostError) -> (any CacheStore, warning: String?) {
    let limits = StoreLimits(entries: try reader.value(entries), bytes: try reader.value(bytes))
    guard let path = try reader.value(store) else { return defaultStore(reader.environment, limits, logger) }
    do { return (try Stores.open(StorePath.absolute(path), limits: limits, logger: logger), nil) } catch {
      throw HostError(error.code == .unknownStore ? .usage : .unavailable, error.message, cause: error)
    }
  }

  /// Memory is smaller than the disk, so the store in memory has the smaller of the limits that are set and those for memory.
  static func defaultStore(
    _ environment: [String: String], _ limits: StoreLimits, _ logger: Logger
  ) -> (any CacheStore, warning: String?) {
    guard let path = Stores.defaultFile(environment: environment) else {
      let warning = MemoryFallback.warning(for: .cache, because: "there is no home folder", logger: logger)
      return (MemoryStore(limits: limits.atMost(.memory)), warning)
    }
    do { return (try Stores.open(path, limits: limits, logger: logger), nil) } catch {
      let warning = MemoryFallback.warning(for: .cache, because: error.message, logger: logger)
      return (MemoryStore(limits: limits.atMost(.memory)), warning)
    }
  }
}

extension SettingSyntax where Value == [KindName: Duration] {
  /// `films=30d,people=1h`
  fileprivate static var kindLifetimes: SettingSyntax {
    SettingSyntax("kinds with durations, such as films=30d,people=1h", valueName: "kind=duration,…") { text in
      var lifetimes: [KindName: Duration] = [:]
      for pair in text.split(separator: ",") {
        let sides = pair.split(separator: "=")
        guard sides.count == 2, let kind = KindName(sides[0]), let duration = DurationText.parse(String(sides[1])) else { return nil }
        lifetimes[kind] = duration
      }
      return lifetimes
    } format: { lifetimes in
      lifetimes.map { "\($0.key)=\(DurationText.format($0.value))" }.sorted().joined(separator: ",")
    }
  }
}
