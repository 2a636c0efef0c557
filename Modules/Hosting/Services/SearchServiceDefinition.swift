import ArgumentParser
import Contracts
import Databases
public import Hosting
import Logging
public import MessageBus
import Search
public import ServiceLifecycle

/// `holocron.search`: finds records of all kinds, suggests names and stores the search history.
public struct SearchServiceDefinition: ServiceDefinition {
  private static let memory = "memory"

  static let history = Setting<String?>(
    "search.history", SettingSyntax<String>.text("memory, or a file such as ./history.sqlite", valueName: "file|memory").optional,
    default: nil,
    defaultText: "holocron/history.sqlite in $XDG_DATA_HOME or ~/.local/share", "Store the search history in memory or in this file")
  static let fill = Setting(
    "search.fill", SettingSyntax<FillMode>.choice(valueName: "mode"), default: FillMode.auto,
    "Index cached records (cached), all records, which the cache fetches (eager), or all if every origin is on this machine (auto)"
  )

  static let indexMemory = Setting(
    "search.index-memory", .bytes((1 << 20)...(1 << 40)), default: SearchSettings().maxIndexBytes,
    "Set how much memory the index may take; then no further records are indexed")

  @Option(help: history.help) var history: String?
  @Option(help: fill.help) var fill: String?
  @Option(help: indexMemory.help) var indexMemory: String?

  public init() {}

  public var given: [FlagValue] {
    [Self.history.given(history), Self.fill.given(fill), Self.indexMemory.given(indexMemory)]
  }

  public func prepared(on host: Host, metrics: MetricsRegistry) throws(HostError) -> (BusAddress) throws(HostError) -> [any Service] {
    var settings = SearchSettings()
    settings.fill = try host.settings.value(Self.fill)
    settings.maxIndexBytes = try host.settings.value(Self.indexMemory)
    let (history, warning) = try Self.openedHistory(host)
    return { [settings] bus throws(HostError) in
      let client = try host.client(at: bus)
      let publisher = EventPublisher()
      let service = SearchService(
        history: history, historyWarning: warning, source: BusSource(client), settings: settings, metrics: metrics, logger: host.logger,
        announce: publisher.publish)
      host.logger.info("search starting", metadata: ["history": "\(history.location)", "fill": "\(settings.fill.rawValue)"])
      return [
        host.background {
          try await service.run(announcing: publisher, through: client)
          await client.close()
        },
        try host.worker(service, at: bus, metrics: metrics, facts: service.facts.adding(warning: warning)),
      ]
    }
  }

  /// Opens the history. In place of a default file that cannot be used, opens one in memory and returns a warning.
  private static func openedHistory(_ host: Host) throws(HostError) -> (HistoryStore, warning: String?) {
    func inMemory(because reason: String) throws(StorageError) -> (HistoryStore, warning: String?) {
      let warning = MemoryFallback.warning(for: .history, because: reason, logger: host.logger)
      return (try HistoryStore(file: nil, logger: host.logger), warning)
    }
    let named = try host.settings.value(history)
    // Any other word is more likely a typing mistake than a file name.
    if let named, named != memory, !named.contains("/"), !named.hasSuffix(".sqlite") {
      throw HostError(.usage, "invalid value '\(named)' for --\(history.flag): expected memory, or a file such as ./\(history.flag).sqlite")
    }
    do throws(StorageError) {
      if let named {
        return (try HistoryStore(file: named == memory ? nil : StorePath.absolute(named), logger: host.logger), nil)
      }
      guard let file = HistoryStore.defaultFile(environment: host.settings.environment) else {
        return try inMemory(because: "there is no home folder")
      }
      do throws(StorageError) { return (try HistoryStore(file: file, logger: host.logger), nil) } catch {
        return try inMemory(because: error.message)
      }
    } catch {
      throw HostError(.unavailable, error.message, cause: error)
    }
  }
}
