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
  let group = CommandGroup.about
  let summary = "Print a completion script for a shell"
  let usage = ["bash | zsh | fish"]
  let details = [
    "The script completes commands, including programs holocron-NAME on PATH, subcommands, options, the values of options, settings, and "
      + "names of records if a bus is running. It asks holocron itself, so it never gets old. The shell reads it at its start; "
      + "Scripts/install installs it for all three."
  ]
  let examples = [
    Example("holocron completion bash", "for ~/.bashrc: source <(holocron completion bash)"),
    Example("holocron completion zsh", "for ~/.zshrc, after compinit: source <(holocron completion zsh)"),
    Example("holocron completion fish", "for ~/.config/fish/completions/holocron.fish"),
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
      throw .usage(
        "unknown shell \(shell.quoted) (available: \(firstWords.joined(separator: ", ")))", field: shell,
        suggestions: suggestions(for: shell, among: firstWords))
    }
    for line in script.text.split(separator: "\n") { context.print("\(String(line))\n") }
    return .success
  }

  private func completion(_ context: Context) -> Completion {
    Completion(
      commands: Commands.standard(kinds: context.kinds), plugins: context.launcher.executables.commandNames(),
      names: { text in
        let repository: any Repository =
          context.repository is BusRepository ? BusRepository(context.address, within: Self.patience) : context.repository
        let found = try? await repository.ask(SuggestRequest(text, limit: 30), of: .search)
        return (found ?? []).map { ($0.name, $0.reference.description) }
      },
      settings: { await KnownSettings.described(context.launcher).keys })
  }
}
