import Console

extension CompletionScript {
  /// The lines of the script for bash.
  var bash: [String] {
    let common = Self.longNames(CommonOptions.all)
    let all = names.joined(separator: " ")
    let start = [
      "_holocron() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" command=\"\" option=\"\" first=\"\" words=\"\" names=\"\" operand=\"\" i operands=0",
      "  COMPREPLY=()",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case \"$option ${COMP_WORDS[i]}\" in",
      // bash splits words at these two characters: --output=json, tcp://host:port.
      "    *\" =\") ;;",
      "    *\" :\") i=$((i + 1)) ;;",
      "    \(valuedOptions.map { "\" \($0)\"" }.joined(separator: " | "))) option=\"${COMP_WORDS[i]}\" ;;",
      "    \" -\"*) ;;",
      "    \" \"*) if [[ -z $command ]]; then command=\"${COMP_WORDS[i]}\"; else operands=$((operands + 1)); fi",
      "      if [[ $operands == 1 && -z $operand ]]; then operand=\"${COMP_WORDS[i]}\"; fi ;;",
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
      let names = command.completesNames ? "names=1 " : ""
      let words = (command.operandWords + Self.longNames(Self.options(of: command))).joined(separator: " ")
      return "    \(command.name)) \(first)\(names)words=\"\(words)\"\(bashSettings(of: command)) ;;"
    }
    let end = [
      "    esac",
      "    [[ $operands == 0 ]] && words=\"$first $words\"",
      "  fi",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))",
      "  if [[ -n $names && $word != -* ]]; then _holocron_names; fi",
      "}",
    ]
    return start + valueCases + afterValues + cases + end + Self.bashNames + ["complete -o default -F _holocron holocron"]
  }

  /// The statement that adds the keys of settings after one of the words of the command; empty for other commands.
  private func bashSettings(of command: any Command) -> String {
    let words = command.wordsBeforeSetting
    guard !words.isEmpty else { return "" }
    return "; case \"$operands $operand\" in \(words.map { "\"1 \($0)\"" }.joined(separator: " | "))) "
      + "words+=\" \(settings.joined(separator: " "))\" ;; esac"
  }

  /// The function that adds the names of records that begin with `word`. After a quote, bash quotes names itself; otherwise they are
  /// quoted here.
  private static let bashNames = [
    "_holocron_names() {",
    "  local typed=\"$word\" name lower quoted",
    "  case \"$word\" in",
    "  [\\\"\\']*) typed=\"${word:1}\" ;;",
    "  *) typed=\"${word//\\\\/}\" ;;",
    "  esac",
    "  [[ -n $typed ]] || return",
    "  while IFS=$'\\t' read -r name _; do",
    "    [[ ${name,,} == \"${typed,,}\"* ]] || continue",
    "    if [[ $word == [\\\"\\']* ]]; then quoted=\"$name\"; else printf -v quoted %q \"$name\"; fi",
    "    COMPREPLY+=(\"$quoted\")",
    "  done < <(\(suggest) \"$typed\" 2>/dev/null)",
    "}",
  ]

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
}
