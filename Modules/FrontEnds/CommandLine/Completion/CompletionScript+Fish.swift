import Console

extension CompletionScript {
  /// The lines of the script for fish.
  var fish: [String] {
    let isFirst = "-n __fish_use_subcommand"
    let own = commands.all.flatMap { command -> [String] in
      let start = ["complete -c holocron -f \(isFirst) -a \(command.name) -d \(Self.quoted(command.summary))"]
      let options = command.options.map { "complete -c holocron -n '__fish_seen_subcommand_from \(command.name)'\(Self.fish($0))" }
      return start + Self.operands(of: command) + options
    }
    return own + added.map { "complete -c holocron -f \(isFirst) -a \($0)" }
      + CommonOptions.all.map { "complete -c holocron\(Self.fish($0))" }
  }

  /// The lines that offer the operands: the first words until one is there, or names of records with their references.
  private static func operands(of command: any Command) -> [String] {
    let seen = "__fish_seen_subcommand_from"
    let words = command.firstWords.joined(separator: " ")
    let first = words.isEmpty ? [] : ["complete -c holocron -n '\(seen) \(command.name); and not \(seen) \(words)' -f -a '\(words)'"]
    let names =
      command.completesNames
      ? ["complete -c holocron -n '\(seen) \(command.name)' -f -a '(\(suggest) (commandline -ct | string unescape) 2>/dev/null)'"] : []
    return first + names
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
