import Console

/// Completion scripts of shells, from the table of commands. Names of commands, their options and the values to choose from consist of letters,
/// digits and dashes, which no shell interprets.
struct CompletionScript {
  let commands: Commands
  /// The commands added by `holocron-NAME` programs on PATH.
  let plugins: [String]

  private var names: [String] { commands.all.map(\.name) + plugins.filter { commands[$0] == nil } }

  private static func longNames(_ options: [OptionDefinition]) -> [String] { options.map { "--\($0.name)" } }

  /// The spellings of an option: `--output`, `-o`.
  private static func spellings(_ option: OptionDefinition) -> [String] { ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }

  /// The options of a command in the order of its help. Another program has few of the common ones.
  private static func options(of command: any Command) -> [OptionDefinition] {
    guard command.program != nil else { return command.options + CommonOptions.all }
    return command.options + [
      CommonOptions.language.definition, CommonOptions.units.definition, CommonOptions.bus.definition,
      CommonOptions.noAutostart.definition, CommonOptions.help.definition,
    ]
  }

  /// The lines of the script for bash.
  var bash: [String] {
    let common = Self.longNames(CommonOptions.all)
    let all = names.joined(separator: " ")
    let start = [
      "_holocron() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" command=\"\" option=\"\" first=\"\" words=\"\" i operands=0",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case \"$option ${COMP_WORDS[i]}\" in",
      // bash splits words at these two characters: --output=json, tcp://host:port.
      "    *\" =\") ;;",
      "    *\" :\") i=$((i + 1)) ;;",
      "    \(valuedOptions.map { "\" \($0)\"" }.joined(separator: " | "))) option=\"${COMP_WORDS[i]}\" ;;",
      "    \" -\"*) ;;",
      "    \" \"*) if [[ -z $command ]]; then command=\"${COMP_WORDS[i]}\"; else operands=1; fi ;;",
      "    *) option=\"\" ;;",
      "    esac",
      "  done",
      "  [[ $word == \"=\" ]] && word=\"\"",
      "  if [[ -n $option ]]; then",
      "    case \"$command $option\" in",
    ]
    let afterValues = [
      "    esac",
      "  else",
      "    case \"$command\" in",
      "    \"\") words=\"\(all) \((common + Self.longNames([CommonOptions.version.definition])).joined(separator: " "))\" ;;",
      "    help) words=\"\(all) exit-codes\" ;;",
    ]
    let cases = commands.all.filter { $0.name != "help" }.map { command in
      let first = command.firstWords.isEmpty ? "" : "first=\"\(command.firstWords.joined(separator: " "))\" "
      return "    \(command.name)) \(first)words=\"\(Self.longNames(Self.options(of: command)).joined(separator: " "))\" ;;"
    }
    let end = [
      "    esac",
      "    [[ $operands == 0 ]] && words=\"$first $words\"",
      "  fi",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}", "complete -o default -F _holocron holocron",
    ]
    return start + valueCases + afterValues + cases + end
  }

  /// The spellings of all options with a value.
  private var valuedOptions: [String] {
    var seen: Set<String> = []
    return commands.options.filter { $0.placeholder != nil }.flatMap(Self.spellings).filter { seen.insert($0).inserted }
  }

  /// The cases that offer the values of an option: those of one command, then those of all commands.
  private var valueCases: [String] {
    let own = commands.all.flatMap { command -> [String] in
      command.options.filter { !$0.choices.isEmpty }.map { option in
        Self.valueCase(Self.spellings(option).map { "\"\(command.name) \($0)\"" }, option)
      }
    }
    return own
      + CommonOptions.all.filter { !$0.choices.isEmpty }.map { option in
        Self.valueCase(Self.spellings(option).map { "*\" \($0)\"" }, option)
      }
  }

  private static func valueCase(_ patterns: [String], _ option: OptionDefinition) -> String {
    "    \(patterns.joined(separator: " | "))) words=\"\(option.choices.joined(separator: " "))\" ;;"
  }

  /// The lines of the script for zsh, which runs that for bash.
  var zsh: [String] { ["autoload -U +X bashcompinit && bashcompinit"] + bash }

  /// The lines of the script for fish.
  var fish: [String] {
    let isFirst = "-n __fish_use_subcommand"
    let own = commands.all.flatMap { command -> [String] in
      let start = ["complete -c holocron \(isFirst) -a \(command.name) -d \(Self.quoted(command.summary))"]
      let options = command.options.map { "complete -c holocron -n '__fish_seen_subcommand_from \(command.name)'\(Self.fish($0))" }
      return start + Self.firstWords(of: command) + options
    }
    return own + plugins.filter { commands[$0] == nil }.map { "complete -c holocron \(isFirst) -a \($0)" }
      + CommonOptions.all.map { "complete -c holocron\(Self.fish($0))" }
  }

  /// The line for fish that offers the first operand until it is there.
  private static func firstWords(of command: any Command) -> [String] {
    guard !command.firstWords.isEmpty else { return [] }
    let words = command.firstWords.joined(separator: " ")
    let seen = "__fish_seen_subcommand_from"
    return ["complete -c holocron -n '\(seen) \(command.name); and not \(seen) \(words)' -f -a '\(words)'"]
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
