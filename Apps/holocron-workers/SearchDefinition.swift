import Contracts
import Databases
import Hosting
import Logging
import MessageBus
import Search
import ServiceLifecycle

extension ServiceDefinition {
  /// `holocron.search`: finds records of all kinds, suggests names and stores the search history.
  static let search = ServiceDefinition(settings: SearchOptions.all) { host, metrics throws(HostError) in
    var settings = SearchSettings()
    settings.fill = try host.settings.value(SearchOptions.fill)
    settings.maxIndexBytes = try host.settings.value(SearchOptions.indexMemory)
    let (history, warning) = try SearchOptions.openedHistory(host)
    return { [settings] bus throws(HostError) in
      let client = try host.client(at: bus)
      let publisher = EventPublisher()
      let service = SearchService(
        history: history, historyWarning: warning, services: client, settings: settings, metrics: metrics, logger: host.logger,
        publish: publisher.publish)
      host.logger.info("search starting", metadata: ["history": "\(history.location)", "fill": "\(settings.fill.rawValue)"])
      return try services(host, service, at: bus, client, metrics, members: { service.facts.with(warning) }) {
        try await service.run(publishing: publisher, through: client)
      }
    }
  }
}

/// The settings of `holocron.search`.
enum SearchOptions {
  static let history = Setting<String?>(
    "search.history", SettingSyntax<String>.text("memory, or a file such as ./history.sqlite", valueName: "file|memory").optional,
    default: nil, defaultText: "holocron/history.sqlite in $XDG_DATA_HOME or ~/.local/share",
    "Store the search history in memory or in this file")
  static let fill = Setting(
    "search.fill", SettingSyntax<FillMode>.choice(valueName: "mode"), default: FillMode.auto,
    "Index cached records (cached), all records, which the cache fetches (eager), or all if every origin is on this machine (auto)")
  static let indexMemory = Setting(
    "search.index-memory", .bytes((1 << 20)...(1 << 40)), default: SearchSettings().maxIndexBytes,
    "Set how much memory the index may take; then no further records are indexed")

  static let all = SettingsGroup([history, fill, indexMemory])

  /// Opens the history. In place of a default file that cannot be used, opens one in memory and returns a warning.
  static func openedHistory(_ host: Host) throws(HostError) -> (HistoryStore, warning: StorageWarning?) {
    let named = try host.settings.value(history)
    // Any other word is more likely a typing mistake than a file name.
    if let named, named != "memory", !named.contains("/"), !named.hasSuffix(".sqlite") {
      throw HostError(.usage, "invalid value '\(named)' for --\(history.flag): expected memory, or a file such as ./\(history.flag).sqlite")
    }
    return try ServiceDefinition.opened(
      .history, named: named, default: HistoryStore.defaultFile(environment: host.settings.environment), host.logger
    ) { path throws(StorageError) in try HistoryStore(file: path == "memory" ? nil : path, logger: host.logger) }
  }
}
