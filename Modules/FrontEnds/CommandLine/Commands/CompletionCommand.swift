import Console
import Localization
import MessageBus
import Models
import Presentation
import Text

/// `holocron completion bash|zsh|fish`: prints a script that completes commands and options.
struct CompletionCommand: Command {
  let name = "completion"
  let group = CommandGroup.about
  let summary = "Print a completion script for a shell"
  let usage = ["bash | zsh | fish"]
  let details = [
    "The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, and names of "
      + "records if a bus is running. The shell reads it at its start; Scripts/install installs it for all three."
  ]
  let examples = [
    Example("holocron completion bash", "for ~/.bashrc: source <(holocron completion bash)"),
    Example("holocron completion zsh", "for ~/.zshrc, after compinit: source <(holocron completion zsh)"),
    Example("holocron completion fish", "for ~/.config/fish/completions/holocron.fish"),
  ]
  let firstWords = ["bash", "zsh", "fish"]
  let operands = 1...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let shell = arguments.operands[0]
    let settings = await KnownSettings.described(context.launcher)
    warn(of: settings.failures, context)
    let script = CompletionScript(
      commands: Commands.standard(kinds: context.kinds), plugins: context.launcher.executables.commandNames(), settings: settings.keys)
    let lines: [String]
    switch shell {
    case "bash": lines = script.bash
    case "zsh": lines = script.zsh
    case "fish": lines = script.fish
    default:
      throw .usage(
        "unknown shell \(shell.quoted) (available: \(firstWords.joined(separator: ", ")))", field: shell,
        suggestions: suggestions(for: shell, among: firstWords))
    }
    for line in lines { context.print("\(line)\n") }
    return .success
  }

  /// Names the programs whose settings the script lacks. A mistake in a configuration file fails all of them for the same reason.
  private func warn(of failures: [(program: String, problem: Problem)], _ context: Context) {
    var reasons: [String] = []
    var programs: [String: [String]] = [:]
    for failure in failures {
      let reason = failure.problem.reason(in: English())
      if programs[reason] == nil { reasons.append(reason) }
      programs[reason, default: []].append(failure.program)
    }
    for reason in reasons {
      context.warn("the script lacks the settings of \((programs[reason] ?? []).joined(separator: ", ")): \(reason)")
    }
  }
}
