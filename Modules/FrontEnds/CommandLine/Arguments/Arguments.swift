import Client
import Contracts
import MessageBus
import OrderedJSON

/// What stood on the command line of one command, read against the switches it takes.
///
/// Switches may stand anywhere, before the command too; `--name value` and `--name=value` are the same, `--` ends the switches, and of a
/// switch that comes twice the last one counts.
///
/// We do not use ArgumentParser here: it links FoundationEssentials and reads its declarations by reflection, which together cost 2.5 ms
/// before the first request is made; the rest of `holocron show` costs as much.
struct Arguments: Sendable {
  /// What is no switch, without the word of the command.
  let operands: [String]
  private let flags: Set<String>
  private let values: [String: String]

  /// Throws a 400 that names the word that is wrong and what to write instead.
  init(_ words: some Sequence<String>, switches: [Switch]) throws(Problem) {
    var operands: [String] = []
    var flags: Set<String> = []
    var values: [String: String] = [:]
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let (found, attached) = try Self.split(word, switches)
      guard found.placeholder != nil else {
        guard attached == nil else { throw .usage("--\(found.name) takes no value", field: "--\(found.name)") }
        flags.insert(found.name)
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw .usage("--\(found.name) needs a value: \(found.expected)", field: "--\(found.name)")
      }
      guard found.accepts(value) else {
        throw .usage("--\(found.name) takes \(found.expected), not '\(value)'", field: "--\(found.name)")
      }
      values[found.name] = value
    }
    self.operands = operands
    self.flags = flags
    self.values = values
  }

  subscript(flag: Flag) -> Bool { flags.contains(flag.definition.name) }

  /// The value as it was checked while parsing; `nil` when the switch is not there.
  subscript<Value>(option: Option<Value>) -> Value? { values[option.definition.name].flatMap(option.read) }

  /// The switch that `word` names and the value attached to it by `=`, or directly after a short name.
  private static func split(_ word: String, _ switches: [Switch]) throws(Problem) -> (Switch, value: String?) {
    if word.hasPrefix("--") {
      let halves = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves[0])
      if let found = switches.first(where: { $0.name == name }) { return (found, halves.count == 2 ? String(halves[1]) : nil) }
      let alike = suggestions(for: name, among: switches.map(\.name)).map { "--\($0)" }
      throw .usage("there is no switch --\(name) here", field: "--\(name)", suggestions: alike)
    }
    let letter = word[word.index(after: word.startIndex)]
    guard let found = switches.first(where: { $0.short == letter }) else {
      throw .usage("there is no switch -\(letter) here", field: "-\(letter)")
    }
    let value = word.dropFirst(2)
    return (found, value.isEmpty ? nil : String(value.first == "=" ? value.dropFirst() : value))
  }

  /// Where the word of the command stands among `words`: the first that is neither a switch nor the value of one, or stands behind
  /// `--`. A switch may be any command's, since the command is not known yet.
  static func commandIndex(in words: [String], switches: [Switch]) -> Int? {
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { return index + 1 < words.count ? index + 1 : nil }
      if !word.hasPrefix("-") { return index }
      let takesValue = switches.contains { known in
        known.placeholder != nil && (word == "--\(known.name)" || known.short.map { word == "-\($0)" } ?? false)
      }
      index += takesValue ? 2 : 1
    }
    return nil
  }
}

extension Problem {
  /// A mistake on the command line. `field` is the word at fault.
  static func usage(_ detail: String, field: String, suggestions: [String] = []) -> Problem {
    var problem = Problem.badRequest(field, detail)
    problem.title = "cannot do that"
    if !suggestions.isEmpty { problem.extensions["suggestions"] = .array(suggestions.map { .string($0) }) }
    return problem
  }
}
