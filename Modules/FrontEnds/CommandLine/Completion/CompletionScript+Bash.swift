import Console

extension CompletionScript {
  /// The lines of the script for bash.
  var bash: [String] {
    let common = Self.longNames(CommonOptions.all)
    let all = names.joined(separator: " ")
    let start = [
      "_holocron() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" command=\"\" option=\"\" first=\"\" words=\"\" names=\"\" operands=\"\" i",
      "  COMPREPLY=()",
      "  for ((i = 1; i < COMP_CWORD; i++)); do",
      "    case \"$option ${COMP_WORDS[i]}\" in",
      // bash splits words at these two characters: --output=json, tcp://host:port.
      "    *\" =\") ;;",
      "    *\" :\") i=$((i + 1)) ;;",
      "    \(valuedOptions.map { "\" \($0)\"" }.joined(separator: " | "))) option=\"${COMP_WORDS[i]}\" ;;",
      "    \" -\"*) ;;",
      "    \" \"*) if [[ -z $command ]]; then command=\"${COMP_WORDS[i]}\"; else operands+=\"${operands:+ }${COMP_WORDS[i]}\"; fi ;;",
      "    *) option=\"\" ;;",
      "    esac",
      "  done",
      // After cache=, a number follows.
      "  if [[ $word == \"=\" ]]; then [[ -n $option ]] || return 0; word=\"\"; fi",
      "  if [[ -n $option ]]; then",
      "    case \"$command $option\" in",
    ]
    let afterValues = [
      "    esac",
      "  else",
      "    case \"$command\" in",
      "    \"\") words=\"\(all) \((common + Self.longNames([CommonOptions.version.definition])).joined(separator: " "))\" ;;",
      "    help) words=\"\(all) \(HelpCommand.topics.joined(separator: " "))\" ;;",
    ]
    let cases = commands.all.filter { $0.name != "help" }.map { command in
      let first = command.firstWords.isEmpty ? "" : "first=\"\(command.firstWords.joined(separator: " "))\" "
      let names = command.completesNames ? "names=1 " : ""
      let words = (command.operandWords + Self.longNames(Self.options(of: command))).joined(separator: " ")
      return "    \(command.name)) \(first)\(names)words=\"\(words)\"\(bashFollowing(command)) ;;"
    }
    let others = programs.map { "    \($0.name)) first=\"\($0.firstWords.joined(separator: " "))\" ;;" }
    let end = [
      "    esac",
      "    [[ -z $operands ]] && words=\"$first $words\"",
      "  fi",
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))",
      // The number is written without a space.
      "  if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null; fi",
      "  if [[ -n $names && $word != -* ]]; then _holocron_names; fi",
      "}",
    ]
    return start + valueCases + afterValues + cases + others + end + Self.bashNames + ["complete -o default -F _holocron holocron"]
  }

  /// The statement that adds the words after certain operands, and the keys of settings; empty for commands without any.
  private func bashFollowing(_ command: any Command) -> String {
    var following = command.wordsAfterOperands.map { (pattern: "\"\($0.operands.joined(separator: " "))\"", words: $0.words) }
    if !command.wordsBeforeSetting.isEmpty { following.append((command.wordsBeforeSetting.joined(separator: " | "), settings)) }
    guard !following.isEmpty else { return "" }
    let cases = following.map { "\($0.pattern)) words+=\" \($0.words.joined(separator: " "))\" ;; " }
    return "; case \"$operands\" in \(cases.joined())esac"
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
