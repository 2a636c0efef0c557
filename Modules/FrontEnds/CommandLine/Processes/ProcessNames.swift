import Console
import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import Text

/// The names by which a user selects processes of a fleet: `cache-1`, `cache` for all cache workers, or the service `holocron.cache`. Pure.
enum ProcessNames {
  /// The number of workers of a kind can be changed.
  struct Kind: Sendable {
    /// As in `cache-1`.
    let name: String
    /// The key of the supervisor's state and requests.
    let sizeKey: String
    /// A worker of this kind in words.
    let noun: String
    let service: ServiceName
    let range: ClosedRange<Int>

    /// Whether `word` names this kind: `cache`, `caches` or `holocron.cache`.
    func isNamed(_ word: String) -> Bool { [name, sizeKey, service.text].contains(word) }

    /// Whether the fleet in `state`, the supervisor's state, was told to run no worker of this kind.
    func isUnwanted(in state: JSON?) -> Bool { state?["fleet"]?[sizeKey]?.int == 0 }

    /// The command that starts a worker of this kind in a fleet without one.
    var startCommand: String { "holocron scale \(name)=1" }
  }

  static let kinds = [
    Kind(name: "cache", sizeKey: "caches", noun: "cache worker", service: .cache, range: 1...64),
    Kind(name: "fetcher", sizeKey: "fetchers", noun: "fetcher", service: .fetch, range: 1...64), search,
  ]
  static let search = Kind(name: "search", sizeKey: "searches", noun: "search worker", service: .search, range: 0...64)

  /// The words that select processes of a fleet, whatever its size.
  static let words = ["broker", "origin"] + kinds.map(\.name)

  /// Returns those of `names` that `word` selects, in their order; empty if it selects none.
  static func selected(by word: String, among names: [String]) -> [String] {
    if names.contains(word) { return [word] }
    let kind = kinds.first { $0.isNamed(word) }?.name ?? word
    return names.filter { $0.hasPrefix("\(kind)-") && $0.dropFirst(kind.count + 1).allSatisfy(\.isNumber) }
  }

  /// Returns the processes that any of `words` selects, each once, in the order of `names`. Throws a 400 for a word that selects none.
  static func selected(by words: [String], among names: [String]) throws(Problem) -> [String] {
    var selected: Set<String> = []
    for word in words {
      let own = Self.selected(by: word, among: names)
      guard !own.isEmpty else { throw unknown(word, among: names) }
      selected.formUnion(own)
    }
    return names.filter(selected.contains)
  }

  /// Returns the problem of a word that selects no process.
  static func unknown(_ word: String, among names: [String]) -> Problem {
    let available = names.isEmpty ? "there are none" : "available: \(names.joined(separator: ", "))"
    // The name is right, but not every fleet has an origin or search workers.
    if words.contains(word) || kinds.contains(where: { $0.isNamed(word) }) {
      return .usage("there is no process \(word.quoted) (\(available))", field: word)
    }
    return .usage(
      "unknown process \(word.quoted) (\(available))", field: word,
      suggestions: suggestions(for: word, among: names + kinds.map(\.name)))
  }
}

/// The logs of background processes: one file for each in the folder of the logs.
struct LogSources: Sendable {
  let folder: String
  /// The processes that are running: those of the supervisor and the supervisor itself, or the node. Empty if nothing runs.
  let running: [String]

  /// The logs of a fleet or of a node that runs, or else of those that ran before.
  init(_ context: Context) {
    folder = context.launcher.fleetLogFolder
    if context.launcher.supervisor.holder != nil {
      let state = SupervisorState.read(in: context.launcher.runtimeFolder)
      running = ["supervisor"] + (state?["processes"]?.array?.compactMap { $0["name"]?.string } ?? [])
    } else {
      running = context.launcher.node.holder == nil ? [] : ["node"]
    }
  }

  /// Creates the sources in `folder`, while the processes `running` run.
  init(folder: String, running: [String]) {
    self.folder = folder
    self.running = running
  }

  /// The processes that have a log, sorted: `broker`, `cache-1`.
  var all: [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".log") }.map { String($0.dropLast(".log".count)) }.sorted()
  }

  /// Returns the names that any of `words` selects, running or not, each once. Without a word, those of the processes that run, or of all
  /// if none does.
  func selected(by words: [String]) -> [String] {
    let all = all
    guard !words.isEmpty else { return running.isEmpty ? all : running.filter(all.contains) }
    let selected = Set(words.flatMap { ProcessNames.selected(by: $0, among: all) })
    return all.filter(selected.contains)
  }

  func path(of name: String) -> String { "\(folder)/\(name).log" }
}
