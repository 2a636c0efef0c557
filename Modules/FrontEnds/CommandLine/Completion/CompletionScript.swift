import Console

/// Completion scripts of shells, from the table of commands: commands, subcommands, options, their values, services, settings, and names of
/// records. Names of commands, their options and the values to choose from consist of letters, digits and dashes, which no shell interprets;
/// keys of settings also have dots, and words such as `cache=` an equals sign.
///
/// The scripts ask a running bus for names and start nothing. A bus that does not answer in time delays a completion by a second.
struct CompletionScript {
  let commands: Commands
  /// The commands added by `holocron-NAME` programs on PATH.
  let plugins: [String]
  /// The keys of the settings that configuration files may have.
  let settings: [String]

  /// ``plugins`` without those that built-in commands hide.
  var added: [String] { plugins.filter { commands[$0] == nil } }
  /// The words that shells offer for the first operand of other programs of Holocron, by command.
  private static let programWords = [
    "load": ["fetch", "cache", "search", "echo", "service", "session", "http", "compare"]
  ]
  /// Those of ``added`` with words for the first operand.
  var programs: [(name: String, firstWords: [String])] {
    added.compactMap { name in Self.programWords[name].map { (name: name, firstWords: $0) } }
  }
  var names: [String] { commands.all.map(\.name) + added }

  /// The command line that prints names of records, each with its reference, separated by a tab; the text to complete follows.
  static let suggest = "holocron suggest --quiet --no-autostart --timeout 1 --limit 30 --output plain --"

  static func longNames(_ options: [OptionDefinition]) -> [String] { options.map { "--\($0.name)" } }

  /// The spellings of an option: `--output`, `-o`.
  static func spellings(_ option: OptionDefinition) -> [String] { ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }

  /// The options of a command in the order of its help. Another program has few of the common ones.
  static func options(of command: any Command) -> [OptionDefinition] {
    guard command.program != nil else { return command.options + CommonOptions.all }
    return command.options + [
      CommonOptions.language.definition, CommonOptions.units.definition, CommonOptions.bus.definition,
      CommonOptions.noAutostart.definition, CommonOptions.help.definition,
    ]
  }
}
