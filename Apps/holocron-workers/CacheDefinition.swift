import Cache
import Contracts
import Hosting
import Logging
import MessageBus
import Models
import ServiceLifecycle
import Text

extension ServiceDefinition {
  /// `holocron.cache`: answers from its store and asks `holocron.fetch` on a miss.
  static let cache = ServiceDefinition(settings: CacheOptions.all) { host, metrics throws(HostError) in
    let settings = try CacheOptions.settings(host.settings)
    let (store, warning) = try CacheOptions.store(host.settings, logger: host.logger)
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
        try host.worker(service, at: bus, metrics: metrics) { service.facts.members(warning: warning) },
      ]
    }
  }
}

extension CacheOptions {
  static func settings(_ reader: SettingsReader) throws(HostError) -> CacheSettings {
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
  static func store(_ reader: SettingsReader, logger: Logger) throws(HostError) -> (any CacheStore, warning: String?) {
    let limits = StoreLimits(entries: try reader.value(entries), bytes: try reader.value(bytes))
    guard let path = try reader.value(store) else { return defaultStore(reader.environment, limits, logger) }
    do { return (try Stores.open(ServiceDefinition.storePath(path), limits: limits, logger: logger), nil) } catch {
      throw HostError(error.code == .unknownStore ? .usage : .unavailable, error.message, cause: error)
    }
  }

  /// Memory is smaller than the disk, so the store in memory has the smaller of the limits that are set and those for memory.
  static func defaultStore(
    _ environment: [String: String], _ limits: StoreLimits, _ logger: Logger
  ) -> (any CacheStore, warning: String?) {
    let reason: String
    if let path = Stores.defaultFile(environment: environment) {
      do { return (try Stores.open(path, limits: limits, logger: logger), nil) } catch { reason = error.message }
    } else {
      reason = "there is no home folder"
    }
    return (SQLiteStore(inMemory: limits.atMost(.memory)), ServiceDefinition.memoryWarning(for: .cache, because: reason, logger))
  }
}
