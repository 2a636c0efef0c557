import ArgumentParser
import Hosting
import ServiceLifecycle
import Services

@main
struct HolocronCache: ServiceCommand {
  static let configuration = CommandConfiguration(
    commandName: "holocron-cache",
    abstract: "A worker that answers from what is known already, and asks a fetcher for the rest.",
    discussion: """
      It may be started before the broker and before any fetcher. Several may run at once: they share the cache file, ask the origin once for \
      all of them, and tell one another what changed.

      EXAMPLES
        holocron-cache
        holocron-cache --store memory
        holocron-cache --store ./cache.sqlite --lifetime 1h --kind-lifetimes films=30d
      """)

  @OptionGroup var host: HostOptions
  @OptionGroup var worker: WorkerOptions
  @OptionGroup var cache: CacheServiceDefinition

  var flags: [GivenFlag] { worker.given + cache.given }

  func services(on host: Host) async throws -> [any Service] {
    try cache.services(on: host, at: host.bus, metrics: host.metrics)
  }
}
