import Console
import MessageBus
import Presentation

/// `holocron show people/1`, `holocron show luke`: shows one record with all of its fields.
struct ShowCommand: Command {
  let name = "show"
  let group = CommandGroup.catalogue
  let summary = "Show one record, by reference or by name"
  let usage = ["KIND/ID", "NAME", "KIND/NAME"]
  let details = [
    "Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a "
      + "name with these words, or a name that contains it. If several records match, they are listed and the exit code is 4."
  ]
  let examples = [
    Example("holocron show people/1", "by reference"),
    Example("holocron show luke", "by name"),
    Example("holocron show planets/hoth --json", "a planet, as JSON"),
    Example("holocron show starships/9 --wire", "as a SWAPI server sends it"),
  ]
  let options = [WireFormat.flag.definition]
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let reference = try await context.find([arguments.operands.joined(separator: " ")])[0]
    try await context.show(reference, as: wire)
    return .success
  }
}
