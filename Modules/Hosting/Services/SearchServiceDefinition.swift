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
  private static let location = SettingSyntax<String>.text("memory, or a file such as ./search.sqlite", valueName: "file|memory").optional

  static let index = Setting<String?>(
    "search.index", location, default: nil, defaultText: "holocron/search.sqlite in $XDG_CACHE_HOME or ~/.cache",
    "Store the index in memory or in this file")
  static let history = Setting<String?>(
    "search.history", location, default: nil, defaultText: "holocron/history.sqlite in $XDG_DATA_HOME or ~/.local/share",
    "Store the search history in memory or in this file")
  static let fill = Setting(
    "search.fill", SettingSyntax<FillMode>.choice(valueName: "mode"), default: FillMode.auto,
    "Index cached records (cached), all records, which the cache fetches (eager), or all if every origin is on this machine (auto)"
  )

  static let indexMemory = Setting(
    "search.index-memory", .bytes((1 << 20)...(1 << 40)), default: SearchSettings().maxIndexBytes,
    "Set how much memory the index may take; then no further records are indexed")

  @Option(help: index.help) var index: String?
  @Option(help: history.help) var history: String?
  @Option(help: fill.help) var fill: String?
  @Option(help: indexMemory.help) var indexMemory: String?

  public init() {}

  public var given: [FlagValue] {
    [Self.index.given(index), Self.history.given(history), Self.fill.given(fill), Self.indexMemory.given(indexMemory)]
  }

  public func prepared(on host: Host, metrics: MetricsRegistry) throws(HostError) -> (BusAddress) throws(HostError) -> [any Service] {
    var settings = SearchSettings()
    settings.fill = try host.settings.value(Self.fill)
    settings.maxIndexBytes = try host.settings.value(Self.indexMemory)
    let (store, indexWarning) = try Self.opened(
      .searchIndex, try Self.file(Self.index, host.settings), DefaultFiles.index(environment: host.settings.environment), host.logger
    ) { [settings, logger = host.logger] file throws(StorageError) in
      try IndexStore(file: file, maxBytes: settings.maxIndexBytes, logger: logger)
    }
    let (history, historyWarning) = try Self.opened(
      .history, try Self.file(Self.history, host.settings), DefaultFiles.history(environment: host.settings.environment),
      host.logger
    ) { [logger = host.logger] file throws(StorageError) in try HistoryStore(file: file, logger: logger) }
    let warning = [indexWarning, historyWarning].compactMap(\.self).joined(separator: "; ")
    return { [settings] bus throws(HostError) in
      let client = try host.client(at: bus)
      let publisher = EventPublisher()
      let service = SearchService(
        store: store, history: history, historyWarning: historyWarning, source: BusSource(client), settings: settings, metrics: metrics,
        logger: host.logger, announce: publisher.publish)
      host.logger.info(
        "search starting", metadata: ["index": "\(store.location)", "history": "\(history.location)", "fill": "\(settings.fill.rawValue)"])
      return [
        host.background {
          try await service.run(announcing: publisher, through: client)
          await client.close()
        },
        try host.worker(service, at: bus, metrics: metrics, facts: service.facts.adding(warning: warning.isEmpty ? nil : warning)),
      ]
    }
  }

  /// The file of a store that a setting names.
  private enum NamedFile {
    case memory
    case path(String)
  }

  /// Opens a store. In place of a default file that cannot be used, opens one in memory and returns a warning.
  private static func opened<Store>(
    _ kind: StorageWarning.Store, _ named: NamedFile?, _ defaultFile: String?, _ logger: Logger,
    open: (String?) throws(StorageError) -> Store
  ) throws(HostError) -> (Store, warning: String?) {
    do throws(StorageError) {
      switch named {
      case .memory?: return (try open(nil), nil)
      case .path(let path)?: return (try open(path), nil)
      case nil: break
      }
      guard let defaultFile else {
        return (try open(nil), MemoryFallback.warning(for: kind, because: "there is no home folder", logger: logger))
      }
      do throws(StorageError) { return (try open(defaultFile), nil) } catch {
        return (try open(nil), MemoryFallback.warning(for: kind, because: error.message, logger: logger))
      }
    } catch {
      throw HostError(.unavailable, error.message, cause: error)
    }
  }

  /// Returns the file that a setting names; `nil` if it names none.
  private static func file(_ setting: Setting<String?>, _ reader: SettingsReader) throws(HostError) -> NamedFile? {
    guard let path = try reader.value(setting) else { return nil }
    // Any other word is more likely a typing mistake than a file name.
    guard path == memory || path.contains("/") || path.hasSuffix(".sqlite") else {
      throw HostError(
        .usage, "invalid value '\(path)' for --\(setting.flag): expected memory, or a file such as ./\(setting.flag).sqlite")
    }
    return path == memory ? .memory : .path(StorePath.absolute(path))
  }
}
