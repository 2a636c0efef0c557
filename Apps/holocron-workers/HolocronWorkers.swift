import Hosting
import LoadTesting

/// The node, the workers, the broker, the supervisor and the load tester. They use the same libraries, so they share one executable.
@main
enum HolocronWorkers {
  static func main() async {
    await SharedExecutable.main(
      [NodeProgram.program, SupervisorProgram.program, broker, cache, fetcher, search],
      others: [LoadProgram.name: { await LoadProgram.run($0) }])
  }

  private static let broker = ServiceProgram(
    "holocron-broker", "Route requests to workers, replies to clients, and events to subscribers",
    discussion: """
      Without options, the broker listens on the default sockets, which only you can open and which every other part of Holocron uses.

      Examples
        holocron-broker
        holocron-broker --bus tcp://127.0.0.1:5555 --log-level debug
      """, settings: [.bus, .broker]
  ) { host in [try host.broker()] }

  private static let cache = ServiceDefinition.cache.program(
    "holocron-cache", "Cache worker: answer from a store and ask a fetcher on a miss",
    discussion: """
      Start it before or after the broker and the fetchers. Several cache workers can run at once: they share the cache file, fetch each record \
      only once between them, and notify each other of changes.

      Examples
        holocron-cache
        holocron-cache --store memory
        holocron-cache --store ./cache.sqlite --lifetime 1h --kind-lifetimes films=30d
      """)

  private static let fetcher = ServiceDefinition.fetch.program(
    "holocron-fetcher", "Fetch worker: fetch records from a SWAPI server or from the embedded catalogue",
    discussion: """
      Start it before or after the broker and the origin. Several fetchers can run at once; the broker distributes the requests.

      Examples
        holocron-fetcher
        holocron-fetcher --origin http://127.0.0.1:1138/api
        holocron-fetcher --origin https://swapi.dev/api --concurrency 2
      """)

  private static let search = ServiceDefinition.search.program(
    "holocron-search", "Search worker: search the records of all kinds in an index",
    discussion: """
      Start it before or after the broker and the cache workers. It indexes the records in the cache and follows their changes. It fetches all \
      records of an external server only with --fill eager. Several search workers can run at once on the same files.

      Examples
        holocron-search
        holocron-search --history memory --fill cached
        holocron-search --fill eager
      """)
}
