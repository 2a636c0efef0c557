import Console

extension CompletionScript {
  /// The lines of the script for fish.
  var fish: [String] {
    let isFirst = "-n __fish_use_subcommand"
    let own = commands.all.flatMap { command -> [String] in
      let start = ["complete -c holocron -f \(isFirst) -a \(command.name) -d \(Self.quoted(command.summary))"]
      let options = command.options.map { "complete -c holocron -n '__fish_seen_subcommand_from \(command.name)'\(Self.fish($0))" }
      return start + operands(of: command) + options
    }
    return own + added.map { "complete -c holocron -f \(isFirst) -a \($0)" }
      + programs.map { Self.first($0.firstWords, of: $0.name) }
      + CommonOptions.all.map { "complete -c holocron\(Self.fish($0))" }
  }

  /// The lines that offer the operands: the first words until one is there, settings, other words, or names of records with their references.
  private func operands(of command: any Command) -> [String] {
    let seen = "__fish_seen_subcommand_from"
    let first = command.firstWords.isEmpty ? [] : [Self.first(command.firstWords, of: command.name)]
    let following = command.wordsAfterOperands.map { operands, words in
      let list = words.joined(separator: " ")
      let conditions = ([command.name] + operands).map { "\(seen) \($0)" } + ["not \(seen) \(list)"]
      return "complete -c holocron -n '\(conditions.joined(separator: "; and "))' -f -a '\(list)'"
    }
    let names =
      command.completesNames
      ? ["complete -c holocron -n '\(seen) \(command.name)' -f -a '(\(Self.suggest) (commandline -ct | string unescape) 2>/dev/null)'"] : []
    let other = command.operandWords.joined(separator: " ")
    let others = other.isEmpty ? [] : ["complete -c holocron -n '\(seen) \(command.name)' -f -a '\(other)'"]
    return first + fishSettings(of: command) + following + others + names
  }

  /// The line that offers the words for the first operand until one is there.
  private static func first(_ words: [String], of command: String) -> String {
    let (seen, list) = ("__fish_seen_subcommand_from", words.joined(separator: " "))
    return "complete -c holocron -n '\(seen) \(command); and not \(seen) \(list)' -f -a '\(list)'"
  }

  /// The line that offers the keys of settings after one of the words of the command until one is there.
  private func fishSettings(of command: any Command) -> [String] {
    let seen = "__fish_seen_subcommand_from"
    let (words, keys) = (command.wordsBeforeSetting.joined(separator: " "), settings.joined(separator: " "))
    guard !words.isEmpty else { return [] }
    return ["complete -c holocron -n '\(seen) \(command.name); and \(seen) \(words); and not \(seen) \(keys)' -f -a '\(keys)'"]
  }

  private static func fish(_ option: OptionDefinition) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.placeholder == nil ? "" : option.choices.isEmpty ? " -r" : " -x -a '\(option.choices.joined(separator: " "))'"
    return "\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
  }

  /// Quotes text for fish.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
