import Console
import Launch
import MessageBus
import Models
import Presentation
import TerminalText

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
    // With a mistake in a configuration file, services cannot list their settings.
    let settings = (try? await KnownSettings(context.launcher))?.keys ?? KnownSettings.frontEndKeys
    let script = CompletionScript(
      commands: Commands.standard(kinds: context.kinds), plugins: context.launcher.executables.commandNames(), settings: settings)
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
}
