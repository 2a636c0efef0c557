import Client
import Console
import Explorer
import MessageBus
import Models
import Presentation
import Text

/// The parsed command line.
struct Options: Sendable, Hashable {
  /// The screen that the explorer opens first.
  enum StartLocation: Sendable, Hashable {
    case start
    case kind(KindName)
    case record(Reference)
    case search(String)
    case status
    case favourites
  }

  let startLocation: StartLocation
  let isPlain: Bool
  let isEmbedded: Bool
  let bus: String?
  let mayStart: Bool
  let wantsHelp: Bool
  let wantsVersion: Bool
  let preferences: [String: String]

  /// Parses `words`. Throws a 400 that names the invalid word and what was expected.
  init(_ words: [String]) throws(Problem) {
    let arguments = try Arguments(words, options: ExplorerOptions.all)
    isPlain = arguments[ExplorerOptions.plain]
    isEmbedded = arguments[ExplorerOptions.embedded]
    bus = arguments[SharedOptions.bus]
    mayStart = !arguments[SharedOptions.noAutostart]
    wantsHelp = arguments[ExplorerOptions.help]
    wantsVersion = arguments[ExplorerOptions.version]
    var preferences: [String: String] = [:]
    preferences[Preference.theme.name] = arguments[SharedOptions.theme]
    preferences[Preference.language.name] = arguments[SharedOptions.language]
    preferences[Preference.units.name] = arguments[SharedOptions.units]
    if arguments[ExplorerOptions.noMouse] { preferences[Preference.mouse.name] = "off" }
    if arguments[ExplorerOptions.noMotion] { preferences[Preference.motion.name] = "off" }
    self.preferences = preferences
    startLocation = try Self.startLocation(arguments)
  }

  private static func startLocation(_ arguments: Arguments) throws(Problem) -> StartLocation {
    let text = arguments[ExplorerOptions.search]
    let name = arguments.operands.joined(separator: " ")
    let opensStatus = arguments[ExplorerOptions.top]
    let words = (name.isEmpty ? [] : [name]) + [text.map { "--search \($0)" }, opensStatus ? "--top" : nil].compactMap(\.self)
    if words.count > 1 {
      throw .usage("unexpected argument \(words[1].quoted); only one start screen is allowed (see --help)", field: words[1])
    }
    if opensStatus { return .status }
    if let text { return .search(text) }
    return name.isEmpty ? .start : try location(name)
  }

  private static func location(_ word: String) throws(Problem) -> StartLocation {
    switch word {
    case "status": return .status
    case "favourites", "favorites": return .favourites
    // The first screen is that of the search.
    case "search": return .start
    default: break
    }
    let kinds = Kinds.standard.all.map(\.name)
    if let reference = TypedReference(word, .standard).reference {
      // The origin may offer other kinds, unless the word is a misspelling.
      if kinds.contains(reference.kind) || Kinds.standard.names(like: reference.kind.text).isEmpty { return .record(reference) }
    }
    if let kind = Kinds.standard.kind(called: word) { return .kind(kind.name) }
    let names = kinds.map(\.text)
    let similar = suggestions(for: word, among: names)
    // Anything else is probably the name of a record.
    guard !similar.isEmpty || word.contains("/") else { return .search(word) }
    throw .usage(
      "cannot open \(word.quoted); expected a kind (\(names.joined(separator: ", "))), KIND/ID, a name or --search TEXT", field: word,
      suggestions: similar)
  }
}
