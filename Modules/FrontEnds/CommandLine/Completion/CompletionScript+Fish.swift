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
      + CommonOptions.all.map { "complete -c holocron\(Self.fish($0))" }
  }

  /// The lines that offer the operands: the first words until one is there, settings, other words, or names of records with their references.
  private func operands(of command: any Command) -> [String] {
    let seen = "__fish_seen_subcommand_from"
    let words = command.firstWords.joined(separator: " ")
    let first = words.isEmpty ? [] : ["complete -c holocron -n '\(seen) \(command.name); and not \(seen) \(words)' -f -a '\(words)'"]
    let names =
      command.completesNames
      ? ["complete -c holocron -n '\(seen) \(command.name)' -f -a '(\(Self.suggest) (commandline -ct | string unescape) 2>/dev/null)'"] : []
    let other = command.operandWords.joined(separator: " ")
    let others = other.isEmpty ? [] : ["complete -c holocron -n '\(seen) \(command.name)' -f -a '\(other)'"]
    return first + fishSettings(of: command) + others + names
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
