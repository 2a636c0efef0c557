import MessageBus
import Presentation

/// `holocron explore`: the full-screen explorer, which is a program of its own.
struct ExploreCommand: Command {
  static let program = "holocron-tui"

  let name = "explore"
  let group = CommandGroup.catalogue
  let summary = "Browse everything in a full-screen explorer"
  let usage = ["[SWITCHES]"]
  let details = ["Becomes holocron-tui; all words that follow are for that program, --help too. ? explains every screen, q leaves."]
  let examples = [Example("holocron explore", "begin"), Example("holocron explore --help", "what the explorer takes")]
  let program: String? = Self.program

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode { throw .programMissing(Self.program) }
}
