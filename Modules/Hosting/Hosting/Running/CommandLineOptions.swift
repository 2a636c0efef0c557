import Text

/// The options of a command line: `--name VALUE`, `--name=VALUE`, and `--name` of those that take no value. Pure.
struct CommandLineOptions {
  struct Option {
    let name: String
    /// The placeholder of the value in help; `nil` for an option that takes none.
    let valueName: String?
    let help: String
    /// The text between the values of an option that is repeated; `nil` if the last value counts.
    var repetition: String?

    /// `--store FILE|memory`
    var usage: String {
      guard let valueName else { return "--\(name)" }
      let placeholder = valueName.prefix { $0 != "|" }
      return "--\(name) \(placeholder.uppercased())\(valueName[placeholder.endIndex...])"
    }
  }

  /// The values by the name of the option; `true` for an option that takes no value.
  private(set) var values: [String: String] = [:]

  /// Reads `words`, the command line without the name of the program. Throws ``HostErrorCode/usage``.
  init(_ words: some Sequence<String>, knowing options: [Option]) throws(HostError) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word != "-", word != "--" else { throw Self.error("unexpected argument \(word.quoted)") }
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = options.first(where: { "--\($0.name)" == halves[0] }) else {
        throw Self.error("unknown option \(String(halves[0]).quoted)\(Self.suggestion(for: String(halves[0]), among: options))")
      }
      var value = halves.count == 2 ? String(halves[1]) : nil
      if option.valueName == nil {
        guard value == nil else { throw Self.error("the option '--\(option.name)' takes no value") }
        value = "true"
      } else if value == nil, let next = words.first, Self.isValue(next) {
        value = words.removeFirst()
      }
      guard let value else { throw Self.error("missing value for '\(option.usage)'") }
      if let separator = option.repetition, let earlier = values[option.name] {
        values[option.name] = earlier + separator + value
      } else {
        values[option.name] = value
      }
    }
  }

  /// A word with a dash is an option, unless it is a negative number.
  private static func isValue(_ word: String) -> Bool { !word.hasPrefix("-") || word == "-" || word.dropFirst().first?.isNumber == true }

  private static func error(_ sentence: String) -> HostError { HostError(.usage, "\(sentence) (see --help)") }

  /// Returns a question about the option that begins as `word` does, in at least three letters.
  private static func suggestion(for word: String, among options: [Option]) -> String {
    let ranked = options.map { (name: "--\($0.name)", count: zip("--\($0.name)", word).prefix { $0 == $1 }.count) }
    guard let best = ranked.max(by: { $0.count < $1.count }), best.count >= 5 else { return "" }
    return ". Did you mean '\(best.name)'?"
  }

  /// Returns the help of a program in the form of the help of `holocron`, at most 80 columns wide.
  static func help(_ program: String, _ summary: String, _ discussion: String, _ options: [Option]) -> String {
    let (width, indent) = (80, 26)
    var lines = summary.wrapped(to: width) + [""]
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += line.hasPrefix(" ") ? [String(line)] : String(line).wrapped(to: width)
    }
    lines += ["", "Usage", "  \(program) [OPTIONS]", "", "Options"]
    for option in options {
      let usage = option.name == "help" ? "  -h, --help" : "  \(option.usage)"
      var texts = option.help.wrapped(to: width - indent)
      if usage.count + 2 > indent { lines.append(usage) } else { lines.append(usage.padded(to: indent) + texts.removeFirst()) }
      lines += texts.map { String(repeating: " ", count: indent) + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
