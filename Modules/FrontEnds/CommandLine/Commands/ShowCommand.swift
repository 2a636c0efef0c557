import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import Text

/// `holocron show people/1`, `holocron show luke`: shows one record with all of its fields.
struct ShowCommand: Command {
  let name = "show"
  let group = CommandGroup.catalogue
  let summary = "Show one record, by reference or by name"
  let usage = ["KIND/ID… | URL…", "NAME…", "KIND/NAME…"]
  let details = [
    "Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a "
      + "name with these words, or a name that contains it. If several records match, they are listed and the exit code is 4."
  ]
  let examples = [
    Example("holocron show people/1", "by reference"),
    Example("holocron show luke", "by name"),
    Example("holocron show luke leia", "several records"),
    Example("holocron show planets/hoth --json", "a planet, as JSON"),
    Example("holocron show luke --fields name,films", "only some fields"),
    Example("holocron show luke --jq .homeworld.name", "one value, by an expression of jq"),
    Example("holocron show starships/9 --wire", "as a SWAPI server sends it"),
    Example("holocron show people/1 --source", "with the server that sent it"),
  ]
  static let allFields = Flag("all-fields", "Show also the fields without data, such as unknown ones")
  static let complete = Flag("complete", "Fail if a name of a record that it refers to is missing")
  static let source = Flag("source", "Print the record's server and the copy's age to standard error")
  let options = [FieldsOption.option.definition] + WireFormat.options + [allFields.definition, complete.definition, source.definition]
  let takesText = true
  let operands = 1...Int.max

  /// The time for finding out which server of a group has sent a record.
  private static let serverLimit = Duration.seconds(1)

  /// Returns the URL at the server that sent the record, and the age of the copy. Asks no origin, unless the record could be of several servers.
  private static func provenance(of reference: Reference, _ context: Context) async throws(Problem) -> Phrase {
    var cached = try await context.record(reference).cached
    let members = cached.origin?.members ?? []
    // A record that was cached as part of a list has no location. Revalidating it fetches the location, if a server answers.
    var isKnown = cached.location != nil || members.count <= 1
    if !isKnown {
      let repository = BusRepository(context.address, .capped(serverLimit, until: context.deadline))
      let validation = Validation(revalidate: true)
      if let latest = try? await repository.record(reference, validation: validation).cached, latest.cacheDetail == nil {
        (cached, isKnown) = (latest, true)
      }
    }
    let group = members.count > 1 ? Phrase.oneServer(of: members.count) : nil
    // Of the servers of a group, only the embedded catalogue has no locations.
    let embedded = members.first { $0 == OriginIdentity.embedded.text }
    let server = cached.location ?? (isKnown ? embedded : nil) ?? (members.count == 1 ? members[0] : nil)
    let source =
      switch (server?.printable, group) {
      case (let server?, let group?): Phrase("{server}, {group}", .text(server), .phrase(group))
      case (let server?, nil): Phrase.verbatim(server)
      case (nil, let group): group ?? .unknownOrigin
      }
    return .recordSource("\(reference)", source: source, age: cached.age)
  }

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let references = try await context.find(operands: arguments.operands)
    try await context.show(references, as: wire, arguments)
    if arguments[Self.source] { for reference in references { context.note(try await Self.provenance(of: reference, context)) } }
    return .success
  }
}
