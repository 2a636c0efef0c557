import Client
import Contracts
import MessageBus
import Models

/// What stood on the command line.
///
/// ArgumentParser is not used: reading its declarations takes as long as all the rest up to the first frame.
struct Options: Sendable, Hashable {
  /// Where the explorer opens.
  enum Place: Sendable, Hashable {
    case start
    case kind(KindName)
    case record(Reference)
    case search(String)
    case status
  }

  var place = Place.start
  var isPlain = false
  /// Reads the catalogue inside this program instead of asking over a bus.
  var isEmbedded = false
  var bus: String?
  var mayStart = true
  var wantsHelp = false
  var wantsVersion = false
  /// What was said of preferences, by their names.
  var preferences: [String: String] = [:]

  private static let flags = ["top", "plain", "embedded", "no-mouse", "no-motion", "no-autostart", "help", "version"]
  private static let valued = ["search", "theme", "lang", "units", "bus"]

  /// Throws a 400 that names the word that is wrong and what to write instead.
  init(_ words: [String]) throws(Problem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        try setPlace(word)
        continue
      }
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = word == "-h" ? "help" : String(halves[0].dropFirst(word.hasPrefix("--") ? 2 : 1))
      if Self.flags.contains(name), halves.count == 1 {
        set(name)
      } else if Self.valued.contains(name), word.hasPrefix("--") {
        guard let value = halves.count == 2 ? String(halves[1]) : rest.popFirst(), !value.isEmpty else {
          throw .usage("--\(name) needs a value; see --help")
        }
        set(name, value)
      } else if Self.flags.contains(name) {
        throw .usage("--\(name) takes no value")
      } else {
        throw .usage("there is no switch \(halves[0]) here", suggestions(for: name, among: Self.flags + Self.valued).map { "--\($0)" })
      }
    }
  }

  private mutating func setPlace(_ word: String) throws(Problem) {
    guard place == .start else { throw .usage("'\(word)' is too much: one place to open is enough; see --help") }
    let kinds = Kinds.standard.all.map(\.name)
    if let reference = Reference(word), kinds.contains(reference.kind) {
      place = .record(reference)
    } else if let kind = KindName(word), kinds.contains(kind) {
      place = .kind(kind)
    } else {
      let names = kinds.map(\.text)
      let meant = suggestions(for: word, among: names)
      throw .usage("'\(word)' is no place to open: write a kind (\(names.joined(separator: ", "))), KIND/ID, or --search TEXT", meant)
    }
  }

  private mutating func set(_ flag: String) {
    switch flag {
    case "top": place = .status
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
    case "search": place = .search(value)
    case "bus": bus = value
    case "lang": preferences["language"] = value
    default: preferences[option] = value
    }
  }
}
