import Client
import Console
import Contracts
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron favourites [add RECORD | remove RECORD]`: shows or changes the favourites, which the explorer shows, too.
struct FavouritesCommand: Command {
  let name = "favourites"
  let group = CommandGroup.catalogue
  let summary = "Show, add or remove favourites"
  let usage = ["", "add KIND/ID… | NAME", "remove KIND/ID… | NAME"]
  let details = [
    "Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in "
      + "holocron/favourites.json in XDG_DATA_HOME (~/.local/share), with at most \(FavouritesFile.maxCount) records."
  ]
  let examples = [
    Example("holocron favourites", "all favourites"), Example("holocron favourites add luke", "by name"),
    Example("holocron favourites remove people/1 films/2", "two records"),
  ]
  let firstWords = ["list", "add", "remove"]
  let takesText = true
  let operands = 0...Int.max

  func offer(after operands: [String]) -> OperandOffer { operands.isEmpty ? .words(firstWords) : .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    guard let file = FavouritesFile(environment: context.environment) else {
      throw Problem(500, "no data folder", detail: "there is no folder for the favourites; set HOME or XDG_DATA_HOME")
    }
    let words = Array(arguments.operands.dropFirst())
    switch arguments.operands.first {
    case nil, "list"?: try await show(file, context)
    case let subcommand? where ["add", "remove", "rm"].contains(subcommand):
      guard !words.isEmpty else {
        throw .usage("missing argument; usage: holocron favourites \(subcommand) KIND/ID, or a name", field: subcommand)
      }
      try await set(words, isFavourite: subcommand == "add", file, context)
      if context.isFormatChosen { try await show(file, context) }
    case let subcommand?: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  private func show(_ file: FavouritesFile, _ context: Context) async throws(Problem) {
    let references = try file.read()
    context.show(favouritesReport(references, await context.names(of: references), in: context.reportLanguage))
    if references.isEmpty { context.hint(context.language.say(.emptyFavourites("holocron favourites add luke"))) }
  }

  private func set(_ words: [String], isFavourite: Bool, _ file: FavouritesFile, _ context: Context) async throws(Problem) {
    let given = words.compactMap { TypedReference($0, context.kinds).reference }
    let references = given.count == words.count ? given : try await context.find(operands: words)
    // Only a record that exists can be added; one that has gone can still be removed.
    if isFavourite { for reference in given { _ = try await context.record(reference) } }
    for reference in references {
      let change = try file.set(reference, isFavourite: isFavourite)
      let text = reference.description
      switch (isFavourite, change.isChanged) {
      case (true, true): context.note(.favouriteAdded(text))
      case (true, false): context.note(.alreadyFavourite(text))
      case (false, true): context.note(.favouriteRemoved(text))
      case (false, false):
        throw Problem(404, "not found", detail: "\(text) is not a favourite", type: ProblemType.notFound)
          .marked(.notAFavourite, text)
      }
    }
  }
}

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
