import Client
import Console
import Contracts
import MessageBus
import Models
import Presentation
import Text

/// `holocron completion bash|zsh|fish`: prints a script that completes commands and options.
struct CompletionCommand: Command {
  let name = "completion"
  let summary = "Print a completion script for a shell"
  let usage = ["bash | zsh | fish"]
  let details = [
    "The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, settings, and "
      + "names of records if a bus is running. It asks holocron itself, so it never gets old. The shell reads it at its start; "
      + "Scripts/install installs it for all three."
  ]
  let examples: [HelpRow] = [
    ("holocron completion bash", "for ~/.bashrc: source <(holocron completion bash)"),
    ("holocron completion zsh", "for ~/.zshrc, after compinit: source <(holocron completion zsh)"),
    ("holocron completion fish", "for ~/.config/fish/completions/holocron.fish"),
  ]
  let firstWords = ["bash", "zsh", "fish"]
  let operands = 1...Int.max
  let needsBus = false

  /// How long a bus may take to complete a name.
  private static let patience = Duration.seconds(1)

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let shell = arguments.operands[0]
    // Asked by the scripts.
    if shell == "words" {
      for (word, meaning) in await completion(context).candidates(Array(arguments.operands.dropFirst())) {
        context.print(SafeText(word) + (meaning.isEmpty ? "\n" : "\t\(meaning)\n"))
      }
      return .success
    }
    if arguments.operands.count > 1 { throw unexpectedArgument(arguments.operands[1]) }
    guard let script = Completion.scripts.first(where: { $0.shell == shell }) else {
      throw .unknown("shell", shell, among: firstWords)
    }
    for line in script.text.split(separator: "\n") { context.print("\(String(line))\n") }
    return .success
  }

  private func completion(_ context: Context) -> Completion {
    Completion(
      commands: Commands.standard(kinds: context.kinds), plugins: context.launcher.executables.commandNames(),
      names: { text in
        let found = try? await context.observer(within: Self.patience).ask(SuggestRequest(text, limit: 30), of: .search)
        return (found ?? []).map { ($0.name, $0.reference.description) }
      },
      otherKinds: { await context.otherKinds(within: Self.patience).map(\.text) },
      settings: { await KnownSettings.keys(context.launcher) })
  }
}

/// What shells offer for an operand.
enum OperandOffer: Sendable {
  case words([String])
  /// Names of records.
  case names
  /// The keys of settings.
  case settings
}

/// The completion of a command line. The scripts of all shells ask ``candidates(_:)`` by `holocron completion words -- WORD…`; where there are
/// none, they offer files.
struct Completion: Sendable {
  /// A word, and its meaning for shells that show it.
  typealias Candidate = (word: String, meaning: String)

  let commands: Commands
  /// The commands added by `holocron-NAME` programs on PATH. Built-in commands hide those of the same name.
  let plugins: [String]
  /// Returns the names of records that begin with a text, each with its reference.
  let names: @Sendable (String) async -> [Candidate]
  /// Returns the kinds that only the origin knows.
  let otherKinds: @Sendable () async -> [String]
  /// Returns the keys of the settings that configuration files may have.
  let settings: @Sendable () async -> [String]

  /// The words that shells offer for the first operand of other programs of Holocron, by command.
  private static let programWords = ["load": ["fetch", "cache", "search", "echo", "service", "session", "http", "compare"]]

  /// Returns what may stand in place of the last of `words`, which are those after `holocron` as the shell splits them.
  func candidates(_ words: [String]) async -> [Candidate] {
    let endsInEquals = words.last == "="
    let words = Self.joined(words)
    // A number follows `cache=`.
    guard let last = words.last, !endsInEquals || last.isEmpty else { return [] }
    var (name, operands, pending): (String?, [String], OptionDefinition?) = (nil, [], nil)
    for word in words.dropLast() {
      if pending != nil {
        pending = nil
      } else if word.hasPrefix("-") {
        let found = options(of: name, orAll: true).first { ["--\($0.name)", $0.short.map { "-\($0)" }].contains(word) }
        pending = found.flatMap { $0.placeholder == nil ? nil : $0 }
      } else if name == nil {
        name = word
      } else {
        operands.append(word)
      }
    }
    // Quotes and backslashes are those of the shell.
    let typed = (last.first.map { "\"'".contains($0) } == true ? String(last.dropFirst()) : last).replacing("\\", with: "")
    func starting(_ words: [String], after prefix: String = "") -> [Candidate] {
      words.map { (prefix + $0, "") }.filter { $0.word.hasPrefix(typed) }
    }
    func choices(_ words: [String]) async -> [String] { words == KindOption.words ? words + (await otherKinds()) : words }
    if let pending { return starting(await choices(pending.choices)) }
    if typed.hasPrefix("-") {
      let options = options(of: name, orAll: false)
      guard let equals = typed.firstIndex(of: "=") else {
        return options.map { ("--\($0.name)", $0.help) }.filter { $0.0.hasPrefix(typed) }
      }
      return starting(options.first { typed.hasPrefix("--\($0.name)=") }?.choices ?? [], after: String(typed[...equals]))
    }
    let added = plugins.filter { commands[$0] == nil }
    guard let name else {
      return (commands.all.map { ($0.name, $0.summary) } + (added + (await otherKinds())).map { ($0, "") }).filter { $0.0.hasPrefix(typed) }
    }
    if name == "help" { return operands.isEmpty ? starting(commands.all.map(\.name) + added + HelpCommand.topics) : [] }
    guard let command = commands[name] else {
      return operands.isEmpty && added.contains(name) ? starting(Self.programWords[name] ?? []) : []
    }
    switch command.offer(after: operands) {
    case .words(let words): return starting(await choices(words))
    case .settings: return starting(await settings())
    case .names:
      guard !typed.isEmpty else { return [] }
      return await names(typed).filter { $0.word.lowercased().hasPrefix(typed.lowercased()) }
    }
  }

  /// The options of a command in the order of its help. Another program has few of the common ones.
  private func options(of name: String?, orAll: Bool) -> [OptionDefinition] {
    guard let command = name.flatMap({ commands[$0] }) else {
      return orAll ? commands.options : CommonOptions.all + [CommonOptions.version.definition]
    }
    guard command.program != nil else { return command.options + CommonOptions.all }
    return command.options + [
      SharedOptions.language.definition, SharedOptions.units.definition, SharedOptions.bus.definition,
      SharedOptions.noAutostart.definition, CommonOptions.help.definition,
    ]
  }

  /// Returns the words of a command line. bash splits them at `=` and `:`, too: `--output = json`, `tcp : //host : port`.
  private static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    var continues = false
    for word in words {
      let last = joined.last ?? ""
      if word == "=", last.hasPrefix("--") {
        // The value follows, as after a space.
        joined.append("")
        continues = true
      } else if word == "=" || word == ":" || continues, !joined.isEmpty {
        joined[joined.count - 1] += word
        continues = word == "=" || word == ":"
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  /// The scripts by shell. zsh reads its script as a file `_holocron` in a folder of `fpath`, or with `source` after `compinit`.
  static let scripts = [
    (
      shell: "bash",
      text: #"""
      _holocron() {
        local word="${COMP_WORDS[COMP_CWORD]}" line
        COMPREPLY=()
        while IFS= read -r line; do
          if [[ $word != [\"\']* ]]; then printf -v line %q "$line"; fi
          COMPREPLY+=("$line")
        done < <(holocron completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)
        if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null; fi
      }
      complete -o default -F _holocron holocron
      """#
    ),
    (
      shell: "zsh",
      text: #"""
      #compdef holocron
      _holocron() {
        local -a lines options
        lines=(${(f)"$(holocron completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
        if (( ! $#lines )); then _default; return; fi
        if [[ ${lines[1]%%$'\t'*} == *= ]]; then options=(-S ''); fi
        lines=("${(@)lines//:/\\:}")
        lines=("${(@)lines/$'\t'/:}")
        _describe holocron lines -M 'm:{[:lower:]}={[:upper:]}' "${(@)options}"
      }
      if [[ $funcstack[1] == _holocron ]]; then _holocron "$@"; else compdef _holocron holocron; fi
      """#
    ),
    (
      shell: "fish",
      text: #"""
      function __holocron_complete
        set -l words (commandline -opc)
        set -l lines (holocron completion words -- $words[2..] (commandline -ct) 2>/dev/null)
        if set -q lines[1]
          printf '%s\n' $lines
        else
          __fish_complete_path (commandline -ct)
        end
      end
      complete -c holocron -f -a '(__holocron_complete)'
      """#
    ),
  ]
}
