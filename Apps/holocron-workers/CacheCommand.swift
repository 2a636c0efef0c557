import ArgumentParser
import Hosting
import ServiceLifecycle
import Services

struct CacheCommand: ServiceCommand {
  static let configuration = CommandConfiguration.service(
    "holocron-cache",
    abstract: "Cache worker: answer from a store and ask a fetcher on a miss",
    discussion: """
      Start it before or after the broker and the fetchers. Several cache workers can run at once: they share the cache file, fetch each record \
      only once between them, and notify each other of changes.

      Examples
        holocron-cache
        holocron-cache --store memory
        holocron-cache --store ./cache.sqlite --lifetime 1h --kind-lifetimes films=30d
      """)

  @OptionGroup var bus: BusOptions
  @OptionGroup var host: HostOptions
  @OptionGroup var worker: WorkerOptions
  @OptionGroup var cache: CacheServiceDefinition

  var flags: [FlagValue] { bus.given + worker.given + cache.given }

  func services(on host: Host) async throws -> [any Service] {
    try cache.prepared(on: host, metrics: host.metrics)(host.bus)
  }
}
