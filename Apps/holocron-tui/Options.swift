import Client
import Contracts
import MessageBus
import Models

/// The parsed command line.
///
/// ArgumentParser is not used, because reading its declarations takes as long as everything else until the first frame.
struct Options: Sendable, Hashable {
  /// The screen that the explorer opens first.
  enum StartLocation: Sendable, Hashable {
    case start
    case kind(KindName)
    case record(Reference)
    case search(String)
    case status
  }

  var startLocation = StartLocation.start
  var isPlain = false
  /// Whether to use the embedded catalogue instead of a bus.
  var isEmbedded = false
  var bus: String?
  var mayStart = true
  var wantsHelp = false
  var wantsVersion = false
  /// The values of preferences by name.
  var preferences: [String: String] = [:]

  private static let flags = ["top", "plain", "embedded", "no-mouse", "no-motion", "no-autostart", "help", "version"]
  private static let optionsWithValue = ["search", "theme", "lang", "units", "bus"]

  /// Parses `words`. Throws a 400 that names the invalid word and what was expected.
  init(_ words: [String]) throws(Problem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        try setStartLocation(word)
        continue
      }
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = word == "-h" ? "help" : String(halves[0].dropFirst(word.hasPrefix("--") ? 2 : 1))
      if Self.flags.contains(name), halves.count == 1 {
        set(name)
      } else if Self.optionsWithValue.contains(name), word.hasPrefix("--") {
        guard let value = halves.count == 2 ? String(halves[1]) : rest.popFirst(), !value.isEmpty else {
          throw .usage("--\(name) needs a value; see --help")
        }
        set(name, value)
      } else if Self.flags.contains(name) {
        throw .usage("--\(name) takes no value")
      } else {
        let similar = suggestions(for: name, among: Self.flags + Self.optionsWithValue).map { "--\($0)" }
        throw .usage("unknown option \(halves[0])", similar)
      }
    }
  }

  private mutating func setStartLocation(_ word: String) throws(Problem) {
    guard startLocation == .start else { throw .usage("unexpected argument '\(word)'; only one start screen is allowed (see --help)") }
    let kinds = Kinds.standard.all.map(\.name)
    if let reference = Reference(word), kinds.contains(reference.kind) {
      startLocation = .record(reference)
    } else if let kind = KindName(word), kinds.contains(kind) {
      startLocation = .kind(kind)
    } else {
      let names = kinds.map(\.text)
      let similar = suggestions(for: word, among: names)
      throw .usage("can't open '\(word)'; expected a kind (\(names.joined(separator: ", "))), KIND/ID or --search TEXT", similar)
    }
  }

  private mutating func set(_ flag: String) {
    switch flag {
    case "top": startLocation = .status
    case "plain": isPlain = true
    case "embedded": isEmbedded = true
    case "no-mouse": preferences["mouse"] = "off"
    case "no-motion": preferences["motion"] = "off"
    case "no-autostart": mayStart = false
    case "help": wantsHelp = true
    default: wantsVersion = true
    }
  }

  private mutating func set(_ option: String, _ value: String) {
    switch option {
    case "search": startLocation = .search(value)
    case "bus": bus = value
    case "lang": preferences["language"] = value
    default: preferences[option] = value
    }
  }
}
