import Console

extension CompletionScript {
  /// The lines of the script for zsh: a file `_holocron` in a folder of `fpath`, or read with `source` after `compinit`.
  var zsh: [String] {
    let words = commands.all.map { "    \(Self.quotedWord("\($0.name):\($0.summary)"))" } + added.map { "    \($0)" }
    let start =
      ["#compdef holocron", "_holocron() {", "  local curcontext=\"$curcontext\" state line ret=1", "  local -a commands=("] + words
      + [
        "  )", "  _arguments -C \\",
      ]
    let common = (CommonOptions.all + [CommonOptions.version.definition]).map { "    \(Self.zsh($0)) \\" }
    let afterCommon = [
      "    '1: :->command' '*:: :->argument' && ret=0", "  case $state in",
      "  command) _describe -t commands command commands && ret=0 ;;", "  argument)", "    case $words[1] in",
      "    help) _arguments '1: :(\((names + HelpCommand.topics).joined(separator: " ")))' && ret=0 ;;",
    ]
    let cases = commands.all.filter { $0.name != "help" }.flatMap { command -> [String] in
      let options = Self.options(of: command).map(Self.zsh)
      return ["    \(command.name)) _arguments \\"] + (options + zshOperands(of: command)).map { "      \($0) \\" } + ["      && ret=0 ;;"]
    }
    let others = programs.map { "    \($0.name)) _arguments '1: :(\($0.firstWords.joined(separator: " ")))' '*: :_default' && ret=0 ;;" }
    let end = [
      "    *) _default && ret=0 ;;", "    esac ;;", "  esac", "  return ret", "}",
      "_holocron_names() {", "  local -a names=(${(f)\"$(\(Self.suggest) ${(Q)PREFIX} 2>/dev/null | cut -f 1)\"})",
      "  compadd -M 'm:{[:lower:]}={[:upper:]}' -a names", "}",
      // As a file in fpath, the script is the body of the function; otherwise it registers the function.
      "if [[ $funcstack[1] == _holocron ]]; then _holocron \"$@\"; else compdef _holocron holocron; fi",
    ]
    return start + common + afterCommon + cases + others + end
  }

  /// The specifications of the operands for `_arguments`, which sets `line` to the operands.
  private func zshOperands(of command: any Command) -> [String] {
    var operands: [String] = []
    if !command.firstWords.isEmpty { operands.append("'1: :(\(command.firstWords.joined(separator: " ")))'") }
    if !command.wordsBeforeSetting.isEmpty {
      let words = command.wordsBeforeSetting.joined(separator: "|")
      operands.append("'2: :{[[ $line[1] == (\(words)) ]] && compadd -- \(settings.joined(separator: " "))}'")
    }
    for position in Set(command.wordsAfterOperands.map { $0.operands.count + 1 }).sorted() {
      operands.append(Self.following(command.wordsAfterOperands.filter { $0.operands.count + 1 == position }, at: position))
    }
    if command.completesNames {
      operands.append("'*: :_holocron_names'")
    } else if !command.operandWords.isEmpty {
      let words = command.operandWords.joined(separator: " ")
      // The number in cache=3 is written without a space.
      operands.append(words.hasSuffix("=") ? "'*: :{compadd -S \"\" -- \(words)}'" : "'*: :(\(words))'")
    } else if !command.firstWords.isEmpty {
      operands.append("'*: :_default'")
    }
    return operands
  }

  /// Returns the specification of the operand at a position, whose words depend on those before.
  private static func following(_ choices: [(operands: [String], words: [String])], at position: Int) -> String {
    let before = (1..<position).map { "$line[\($0)]" }.joined(separator: " ")
    let cases = choices.map { "\"\($0.operands.joined(separator: " "))\") compadd -- \($0.words.joined(separator: " ")) ;; " }
    return "'\(position): :{case \"\(before)\" in \(cases.joined())*) _default ;; esac}'"
  }

  /// Returns the specification of an option for `_arguments`.
  private static func zsh(_ option: OptionDefinition) -> String {
    let spellings = spellings(option)
    let help = "[\(escaped(option.help, in: "[]"))]"
    let values = option.choices.isEmpty ? "_default" : "(\(option.choices.joined(separator: " ")))"
    let value = option.placeholder.map { ":\(escaped($0, in: ":")):\(values)" } ?? ""
    guard spellings.count > 1 else { return quotedWord("\(spellings[0])\(value.isEmpty ? "" : "=")\(help)\(value)") }
    let names = "{-\(option.short.map(String.init) ?? "")\(value.isEmpty ? "" : "+"),--\(option.name)\(value.isEmpty ? "" : "=")}"
    return "'(\(spellings.joined(separator: " ")))'\(names)\(quotedWord(help + value))"
  }

  private static func escaped(_ text: String, in characters: String) -> String {
    text.reduce(into: "") { $0 += characters.contains($1) ? "\\\($1)" : "\($1)" }
  }

  /// Quotes text for zsh.
  private static func quotedWord(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}
