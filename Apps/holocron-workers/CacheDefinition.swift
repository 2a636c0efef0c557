import Cache
import Contracts
import Databases
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
        store: store, services: client, settings: settings, metrics: metrics, logger: host.logger, publish: publisher.publish)
      host.logger.info("cache starting", metadata: ["store": "\(store.location)"])
      return try services(host, service, at: bus, client, metrics, members: { service.facts.with(warning) }) {
        try await service.run(publishing: publisher, through: client)
      }
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
    return settings
  }

  /// Opens the store that is named by a setting, or else the default file. If that cannot be used, returns a store in memory and a warning; it has
  /// the smaller of the limits that are set and those for memory.
  static func store(_ reader: SettingsReader, logger: Logger) throws(HostError) -> (any CacheStore, warning: StorageWarning?) {
    let limits = StoreLimits(entries: try reader.value(entries), bytes: try reader.value(bytes))
    let timeout = try reader.value(storeTimeout)
    return try ServiceDefinition.opened(
      .cache, named: try reader.value(store), default: Stores.defaultFile(environment: reader.environment), logger
    ) { path throws(StorageError) in
      guard let path else {
        return SQLiteStore(
          inMemory: StoreLimits(
            entries: min(limits.entries, StoreLimits.memory.entries), bytes: min(limits.bytes, StoreLimits.memory.bytes)))
      }
      return try Stores.open(path, limits: limits, timeout: timeout, logger: logger)
    }
  }
}
