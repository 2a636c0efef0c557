import Contracts
public import MessageBus
import Models
import OrderedJSON
import Text

/// The parsed command line of a program or command. Options may appear anywhere, also before the command. `--name value` and `--name=value` are the same, short options may be bundled
/// (`-qo json` is `-q -o json`), `--` ends the options, and the last of repeated options wins, except for those that ``subscript(all:)`` reads.
/// ArgumentParser would cost 2.5 ms before the first request, as long as the rest of `holocron show` takes.
public struct Arguments: Sendable {
  /// The arguments that are not options, without the command.
  public let operands: [String]
  private let flags: Set<String>
  /// The values of each option in the order in which they were given.
  private let values: [String: [String]]

  /// Parses `words`. Throws a 400 that names the invalid word and what was expected.
  public init(_ words: some Sequence<String>, options: [OptionDefinition]) throws(Problem) {
    var operands: [String] = []
    var flags: Set<String> = []
    var values: [String: [String]] = [:]
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
      for (found, attached) in try Self.split(word, options) {
        guard found.placeholder != nil else {
          guard attached == nil else { throw .usage("--\(found.name) takes no value", field: "--\(found.name)") }
          flags.insert(found.name)
          continue
        }
        let name = "--\(found.name)"
        guard let value = attached ?? rest.popFirst() else {
          throw .usage("\(name) needs a value: \(found.validValues())", field: name)
        }
        guard found.accepts(value) else {
          throw .usage("invalid value \(value.quoted) for \(name): expected \(found.validValues())", field: name)
        }
        values[found.name, default: []].append(value)
      }
    }
    self.operands = operands
    self.flags = flags
    self.values = values
  }

  /// Whether the option or flag was given, by its name with two dashes.
  public func isGiven(_ name: String) -> Bool { flags.contains(String(name.dropFirst(2))) || values[String(name.dropFirst(2))] != nil }

  public subscript(flag: Flag) -> Bool { flags.contains(flag.definition.name) }

  /// The value of an option; `nil` if the option was not given.
  public subscript<Value>(option: Option<Value>) -> Value? { values[option.definition.name]?.last.flatMap(option.read) }

  /// The values of an option that may be repeated, in order; empty if the option was not given.
  public subscript<Value>(all option: Option<Value>) -> [Value] { (values[option.definition.name] ?? []).compactMap(option.read) }

  /// Returns the options in `word`, several if short ones are bundled. The last one may have a value attached, by `=` or directly after a
  /// short name.
  private static func split(_ word: String, _ options: [OptionDefinition]) throws(Problem) -> [(OptionDefinition, value: String?)] {
    guard word.hasPrefix("--") else { return try splitLetters(word, options) }
    let halves = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(halves[0])
    if let found = options.first(where: { $0.name == name }) { return [(found, halves.count == 2 ? String(halves[1]) : nil)] }
    // The value of an option is taken for an option: --markdown.
    let valued = options.lazy.compactMap { option in
      option.choices.contains(name) ? "\(option.short.map { "-\($0)" } ?? "--\(option.name)") \(name)" : nil
    }.first
    let similar = valued.map { [$0] } ?? suggestions(for: name, among: options.map(\.name)).map { "--\($0)" }
    throw .unknownOption("--\(name)", suggestions: similar)
  }

  private static func splitLetters(_ word: String, _ options: [OptionDefinition]) throws(Problem) -> [(OptionDefinition, value: String?)] {
    var found: [(OptionDefinition, value: String?)] = []
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        throw .unknownOption("-\(letter)")
      }
      // The rest of the word is a value, not further letters.
      guard option.placeholder == nil, letters.first != "=" else {
        return found + [(option, letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters))]
      }
      found.append((option, nil))
    }
    return found
  }

  /// Returns the index of the command in `words`: the first word that is neither an option nor an option's value, or the word after `--`.
  /// Considers the options of all commands, since the command is not known yet.
  public static func commandIndex(in words: [String], options: [OptionDefinition]) -> Int? {
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { return index + 1 < words.count ? index + 1 : nil }
      if !word.hasPrefix("-") { return index }
      // An unknown option takes no value.
      let last = (try? split(word, options))?.last
      let takesValue = last.map { $0.0.placeholder != nil && $0.value == nil } ?? false
      index += takesValue ? 2 : 1
    }
    return nil
  }

  /// Returns the values of `option` in `words`, in order, also if other words are invalid: for reporting an invalid command line.
  public static func values<Value>(of option: Option<Value>, in words: [String]) -> [String] {
    var (rest, values) = (words.prefix { $0 != "--" }, [String]())
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), let (_, attached) = (try? split(word, [option.definition]))?.last else { continue }
      if let value = attached ?? rest.popFirst() { values.append(value) }
    }
    return values
  }
}

extension Problem {
  /// A mistake on the command line. `field` is the invalid word.
  public static func usage(_ detail: String, field: String, suggestions: [String] = []) -> Problem {
    var problem = Problem.badRequest(field, detail)
    problem.title = "invalid arguments"
    if !suggestions.isEmpty { problem.extensions["suggestions"] = .array(suggestions.map { .string($0) }) }
    return problem
  }

  fileprivate static func unknownOption(_ option: String, suggestions: [String] = []) -> Problem {
    var problem = usage("unknown option \(option.shortened)", field: option, suggestions: suggestions)
    problem.extensions["mistake"] = "unknown-option"
    return problem
  }

  public var isUnknownOption: Bool { extensions["mistake"] == "unknown-option" }

  /// Returns the problem of an unknown option with the advice to list the options with `command`; other problems as they are.
  public func advising(help command: String) -> Problem {
    guard isUnknownOption else { return self }
    var problem = self
    problem.extensions["help"] = .string(command)
    return problem
  }
}
