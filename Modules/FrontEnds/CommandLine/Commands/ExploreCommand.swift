import Console
import MessageBus
import Models
import Presentation

/// `holocron explore`: runs the full-screen explorer, a separate program.
struct ExploreCommand: Command {
  static let program = "holocron-tui"

  let name = "explore"
  let group = CommandGroup.catalogue
  let summary = "Browse the catalogue in a full-screen explorer"
  let usage = ["[OPTIONS]"]
  let details = ["Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit."]
  let examples = [Example("holocron explore", "start the explorer"), Example("holocron explore --help", "the options of the explorer")]
  /// Those that the other commands do not have.
  let options = [
    ExplorerOptions.search.definition, ExplorerOptions.top.definition, SharedOptions.theme.definition, ExplorerOptions.noMouse.definition,
    ExplorerOptions.noMotion.definition, ExplorerOptions.plain.definition, ExplorerOptions.embedded.definition,
  ]
  let firstWords = Kinds.standard.all.map(\.name.text) + ["status", "search", "favourites"]
  let program: String? = Self.program

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode { throw .programNotFound(Self.program) }
}
