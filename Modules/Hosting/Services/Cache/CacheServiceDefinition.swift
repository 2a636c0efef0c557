import ArgumentParser
import Cache
public import Hosting
import Logging
public import MessageBus
import Models
public import ServiceLifecycle

/// `holocron.cache`: answers from what is known already, and asks `holocron.fetch` for the rest.
public struct CacheServiceDefinition: ServiceDefinition {
  private static let standard = Lifetimes()
  private static let anyTime: ClosedRange<Duration> = .zero ... .seconds(10 * 365 * 86_400)
  private static let anySize = 4_096...(1 << 40)
  private static let anyCount = 1...100_000_000

  static let store = Setting<String?>(
    "cache.store", SettingForm<String>.text("memory, or a file such as ./cache.sqlite", valueName: "file|memory").optional, standard: nil,
    "Where answers are kept; by default holocron/cache.sqlite in $XDG_CACHE_HOME or ~/.cache")
  static let lifetime = Setting(
    "cache.lifetime", .duration(anyTime), standard: standard.standard, "How long an answer is fresh when its origin does not say")
  static let kindLifetimes = Setting("cache.kind-lifetimes", .kindLifetimes, standard: [:], "The same for single kinds")
  static let searchLifetime = Setting(
    "cache.search-lifetime", .duration(anyTime), standard: standard.search, "The same for what a search found")
  static let missingLifetime = Setting(
    "cache.missing-lifetime", .duration(anyTime), standard: standard.notFound, "How long it is believed that there is no such record")
  static let staleWhileRevalidate = Setting(
    "cache.stale-while-revalidate", .duration(anyTime), standard: standard.staleWhileRevalidate,
    "How long a stale answer is served while the origin is asked whether it still stands")
  static let staleIfError = Setting(
    "cache.stale-if-error", .duration(anyTime), standard: standard.staleIfError, "How long a stale answer is served when the origin fails")
  static let entries = Setting("cache.entries", .integer(anyCount), standard: StoreLimits.disk.entries, "Entries the store keeps")
  static let bytes = Setting("cache.bytes", .bytes(anySize), standard: StoreLimits.disk.bytes, "Bytes the store keeps")
  static let memory = Setting("cache.memory", .bytes(anySize), standard: StoreLimits.memory.bytes, "Bytes kept at hand in memory")

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

  public init() {}

  public var given: [GivenFlag] {
    [
      Self.store.given(store), Self.lifetime.given(lifetime), Self.kindLifetimes.given(kindLifetimes),
      Self.searchLifetime.given(searchLifetime), Self.missingLifetime.given(missingLifetime),
      Self.staleWhileRevalidate.given(staleWhileRevalidate), Self.staleIfError.given(staleIfError), Self.entries.given(entries),
      Self.bytes.given(bytes), Self.memory.given(memory),
    ]
  }

  public func services(on host: Host, at bus: BusAddress, metrics: MetricsRegistry) throws(HostError) -> [any Service] {
    let settings = try Self.settings(host.settings)
    let store = try Self.store(host.settings, logger: host.logger)
    // Every request that waits for a fetch is outstanding there, and an event now and then.
    let client = try host.client(at: bus, mostOutstanding: settings.mostWaiting + 1_024)
    let outlet = EventOutlet()
    let service = CacheService(
      store: store, source: BusSource(client), settings: settings, metrics: metrics, logger: host.logger, announce: outlet.send)
    host.logger.info("cache starts", metadata: ["store": "\(store.location)"])
    return [
      host.background {
        try await service.run(announcing: outlet, through: client)
        await client.close()
      },
      try host.worker(service, at: bus, metrics: metrics, facts: service.facts),
    ]
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
    return settings
  }

  private static func store(_ reader: SettingsReader, logger: Logger) throws(HostError) -> any CacheStore {
    guard let place = try reader.value(store) ?? Stores.standardFile(environment: reader.environment) else {
      throw HostError(.usage, "there is no place for the cache file: set HOME, or name one with --store FILE, or use --store memory")
    }
    let limits = StoreLimits(entries: try reader.value(entries), bytes: try reader.value(bytes))
    do {
      return try Stores.open(FilePlace.absolute(place), limits: limits, logger: logger)
    } catch {
      throw HostError(error.code == .unknownStore ? .usage : .unavailable, error.message, cause: error)
    }
  }
}

extension SettingForm where Value == [KindName: Duration] {
  /// `films=30d,people=1h`
  fileprivate static var kindLifetimes: SettingForm {
    SettingForm("kinds with durations, such as films=30d,people=1h", valueName: "kind=duration,…") { text in
      var lifetimes: [KindName: Duration] = [:]
      for pair in text.split(separator: ",") {
        let sides = pair.split(separator: "=")
        guard sides.count == 2, let kind = KindName(sides[0]), let duration = DurationText.read(String(sides[1])) else { return nil }
        lifetimes[kind] = duration
      }
      return lifetimes
    } write: { lifetimes in
      lifetimes.map { "\($0.key)=\(DurationText.text($0.value))" }.sorted().joined(separator: ",")
    }
  }
}
