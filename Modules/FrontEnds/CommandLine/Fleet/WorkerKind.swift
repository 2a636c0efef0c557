import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Text

/// A kind of workers of a fleet, whose number can be changed.
struct WorkerKind: Sendable {
  /// As in `cache-1`.
  let name: String
  /// The key of the supervisor's state and requests, and the option of `holocron up`.
  let sizeKey: String
  /// A worker of this kind in words.
  let noun: String
  let service: ServiceName
  let range: ClosedRange<Int>

  static let search = WorkerKind(name: "search", sizeKey: "searches", noun: "search worker", service: .search, range: 0...64)
  static let all = [
    WorkerKind(name: "cache", sizeKey: "caches", noun: "cache worker", service: .cache, range: 1...64),
    WorkerKind(name: "fetcher", sizeKey: "fetchers", noun: "fetcher", service: .fetch, range: 1...64), search,
  ]

  /// Whether `word` names this kind: `cache`, `caches` or `holocron.cache`.
  func isNamed(_ word: String) -> Bool { [name, sizeKey, service.text].contains(word) }

  /// Whether `fleet` was told to run no worker of this kind.
  func isUnwanted(in fleet: FleetState?) -> Bool { fleet?.size(sizeKey) == 0 }

  /// The command that starts a worker of this kind in a fleet without one.
  var startCommand: String { "holocron scale \(name)=1" }

  /// Returns numbers of workers, by ``sizeKey``, in words: `3 cache workers, 1 fetcher`.
  static func words(_ sizes: [String: Int]) -> String {
    all.compactMap { kind in sizes[kind.sizeKey].map { Figures.counted($0, kind.noun, "\(kind.noun)s") } }.joined(separator: ", ")
  }
}

/// The names by which a user selects processes of a fleet: `cache-1`, `cache` for all cache workers, or the service `holocron.cache`. Pure.
enum ProcessNames {
  /// The words that select processes of a fleet, whatever its size.
  static let words = ["broker", "origin"] + WorkerKind.all.map(\.name)

  /// Returns those of `names` that `word` selects, in their order; empty if it selects none.
  static func selected(by word: String, among names: [String]) -> [String] {
    if names.contains(word) { return [word] }
    let kind = WorkerKind.all.first { $0.isNamed(word) }?.name ?? word
    return names.filter { $0.hasPrefix("\(kind)-") && $0.dropFirst(kind.count + 1).allSatisfy(\.isNumber) }
  }

  /// Returns the processes that any of `words` selects, each once, in the order of `names`. Throws a 400 for a word that selects none.
  static func selected(by words: [String], among names: [String]) throws(Problem) -> [String] {
    if let word = words.first(where: { selected(by: $0, among: names).isEmpty }) { throw unknown(word, among: names) }
    let all = Set(words.flatMap { selected(by: $0, among: names) })
    return names.filter(all.contains)
  }

  /// Returns the problem of a word that selects no process.
  static func unknown(_ word: String, among names: [String]) -> Problem {
    let available = names.isEmpty ? "there are none" : "available: \(names.joined(separator: ", "))"
    // The name is right, but not every fleet has an origin or search workers.
    if words.contains(word) || WorkerKind.all.contains(where: { $0.isNamed(word) }) {
      return .usage("there is no process \(word.quoted) (\(available))", field: word)
    }
    return .usage(
      "unknown process \(word.quoted) (\(available))", field: word,
      suggestions: suggestions(for: word, among: names + WorkerKind.all.map(\.name)))
  }
}
