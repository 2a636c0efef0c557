import Console

/// Completion scripts of shells, from the table of commands. Names of commands and options consist of letters, digits and dashes, which no
/// shell interprets.
struct CompletionScript {
  let commands: Commands
  /// The commands added by `holocron-NAME` programs on PATH.
  let plugins: [String]

  private var names: [String] { commands.all.map(\.name) + plugins.filter { commands[$0] == nil } }

  private static func longNames(_ options: [OptionDefinition]) -> [String] { options.map { "--\($0.name)" } }

  /// The lines of the script for bash.
  var bash: [String] {
    let common = Self.longNames(CommonOptions.all)
    let cases = commands.all.map { command in
      "    \(command.name)) words=\"\((Self.longNames(command.options) + common).joined(separator: " "))\" ;;"
    }
    let start = [
      "_holocron() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" command=\"\" words=\"\" i",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case \"${COMP_WORDS[i]}\" in",
      "    -*) ;;",
      "    *) command=\"${COMP_WORDS[i]}\"; break ;;",
      "    esac",
      "  done",
      "  case \"$command\" in",
      "    \"\") words=\"\((names + common).joined(separator: " "))\" ;;",
      "    help) words=\"\(names.joined(separator: " "))\" ;;",
    ]
    let end = ["  esac", "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}", "complete -o default -F _holocron holocron"]
    return start + cases.filter { !$0.hasPrefix("    help)") } + end
  }

  /// The lines of the script for zsh, which runs that for bash.
  var zsh: [String] { ["autoload -U +X bashcompinit && bashcompinit"] + bash }

  /// The lines of the script for fish.
  var fish: [String] {
    let isFirst = "-n __fish_use_subcommand"
    let own = commands.all.flatMap { command in
      ["complete -c holocron \(isFirst) -a \(command.name) -d \(Self.quoted(command.summary))"]
        + command.options.map { "complete -c holocron -n '__fish_seen_subcommand_from \(command.name)'\(Self.fish($0))" }
    }
    return own + plugins.filter { commands[$0] == nil }.map { "complete -c holocron \(isFirst) -a \($0)" }
      + CommonOptions.all.map { "complete -c holocron\(Self.fish($0))" }
  }

  private static func fish(_ option: OptionDefinition) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    return "\(short) -l \(option.name)\(option.placeholder == nil ? "" : " -r") -d \(quoted(option.help))"
  }

  /// Quotes text for fish.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
