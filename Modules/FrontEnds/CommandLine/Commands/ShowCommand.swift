import MessageBus
import Presentation

/// `holocron show people/1`, `holocron show luke`: one record with all its fields.
struct ShowCommand: Command {
  let name = "show"
  let group = CommandGroup.catalogue
  let summary = "Show one record, by reference or by name"
  let usage = ["KIND/ID", "NAME", "KIND/NAME"]
  let details = [
    "A name is looked for in every kind, without regard to case, accents and punctuation: one that equals it, else one that begins with it, "
      + "else one with these words, else one that contains it. When several fit, they are listed and the exit code is 4."
  ]
  let examples = [
    Example("holocron show people/1", "by reference"),
    Example("holocron show luke", "by name"),
    Example("holocron show planets/hoth --json", "a planet, for programs"),
    Example("holocron show starships/9 --wire", "as a SWAPI server writes it"),
  ]
  let switches = [WireForm.flag.definition]
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireForm(arguments, context)
    let reference = try await context.find([arguments.operands.joined(separator: " ")])[0]
    try await context.show(reference, as: wire)
    return .success
  }
}
