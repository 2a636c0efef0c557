import ArgumentParser
public import Hosting
import Logging
public import MessageBus
import Search
public import ServiceLifecycle

/// `holocron.search`: finds records of all kinds, suggests names, remembers searches.
public struct SearchServiceDefinition: ServiceDefinition {
  private static let memory = "memory"
  private static let place = SettingForm<String>.text("memory, or a file such as ./search.sqlite", valueName: "file|memory").optional

  static let index = Setting<String?>(
    "search.index", place, standard: nil, "Where the index is kept; by default holocron/search.sqlite in $XDG_CACHE_HOME or ~/.cache")
  static let history = Setting<String?>(
    "search.history", place, standard: nil,
    "Where searches are remembered; by default holocron/history.sqlite in $XDG_DATA_HOME or ~/.local/share")
  static let fill = Setting(
    "search.fill", SettingForm<FillMode>.choice(valueName: "mode"), standard: FillMode.auto,
    "What is indexed: cached (what the cache holds), eager (everything, the cache fetches it), auto (eager where all origins are on this machine)"
  )

  @Option(help: index.help) var index: String?
  @Option(help: history.help) var history: String?
  @Option(help: fill.help) var fill: String?

  public init() {}

  public var given: [GivenFlag] { [Self.index.given(index), Self.history.given(history), Self.fill.given(fill)] }

  public func services(on host: Host, at bus: BusAddress, metrics: MetricsRegistry) throws(HostError) -> [any Service] {
    var settings = SearchSettings()
    settings.fill = try host.settings.value(Self.fill)
    let (store, history) = try Self.stores(host.settings, logger: host.logger)
    let client = try host.client(at: bus)
    let outlet = EventOutlet()
    let service = SearchService(
      store: store, history: history, source: BusSource(client), settings: settings, metrics: metrics, logger: host.logger,
      announce: outlet.send)
    host.logger.info(
      "search starts", metadata: ["index": "\(store.location)", "history": "\(history.location)", "fill": "\(settings.fill.rawValue)"])
    return [
      host.background {
        try await service.run(announcing: outlet, through: client)
        await client.close()
      },
      try host.worker(service, at: bus, metrics: metrics, facts: service.facts),
    ]
  }

  private static func stores(_ reader: SettingsReader, logger: Logger) throws(HostError) -> (IndexStore, HistoryStore) {
    let environment = reader.environment
    let index = try file(index, or: StandardFiles.index(environment: environment), reader)
    let history = try file(history, or: StandardFiles.history(environment: environment), reader)
    do {
      return (try IndexStore(file: index, logger: logger), try HistoryStore(file: history, logger: logger))
    } catch {
      throw HostError(.unavailable, "\(error.message); or keep it in memory with --index memory or --history memory", cause: error)
    }
  }

  /// `nil` stands for memory.
  private static func file(_ setting: Setting<String?>, or standard: String?, _ reader: SettingsReader) throws(HostError) -> String? {
    guard let place = try reader.value(setting) ?? standard else {
      throw HostError(.usage, "there is no place for the search's files: set HOME, or name one with --\(setting.flag) FILE")
    }
    // Any other word is more likely a slip of the pen than a file's name.
    guard place == memory || place.contains("/") || place.hasSuffix(".sqlite") else {
      throw HostError(.usage, "'\(place)' is no place for --\(setting.flag): write memory, or a file such as ./\(setting.flag).sqlite")
    }
    return place == memory ? nil : FilePlace.absolute(place)
  }
}
