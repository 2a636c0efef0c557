import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

/// `holocron show people/1`, `holocron show luke`: shows one record with all of its fields.
struct ShowCommand: Command {
  let name = "show"
  let group = CommandGroup.catalogue
  let summary = "Show one record, by reference or by name"
  let usage = ["KIND/ID | URL", "NAME", "KIND/NAME"]
  let details = [
    "Searches for the name in every kind, ignoring case, accents and punctuation: an equal name, or else a name that starts with it, a "
      + "name with these words, or a name that contains it. If several records match, they are listed and the exit code is 4."
  ]
  let examples = [
    Example("holocron show people/1", "by reference"),
    Example("holocron show luke", "by name"),
    Example("holocron show planets/hoth --json", "a planet, as JSON"),
    Example("holocron show luke --fields name,films", "only some fields"),
    Example("holocron show luke --jq .homeworld.name", "one value, by an expression of jq"),
    Example("holocron show starships/9 --wire", "as a SWAPI server sends it"),
    Example("holocron show people/1 --source", "with the server that sent it"),
  ]
  static let source = Flag("source", "Print the record's server and the copy's age to standard error")
  let options = [FieldsOption.option.definition] + WireFormat.options + [source.definition]
  let completesNames = true
  let operands = 1...Int.max

  /// Returns the URL at the server that sent the record, and the age of the copy.
  private static func sourceText(of reference: Reference, _ context: Context) async throws(Problem) -> String {
    var cached = try await context.record(reference).cached
    // A record that was cached as part of a list has no location. Revalidating it fetches the location.
    if cached.location == nil, cached.origin != .embedded {
      cached = try await context.repository.record(reference, validation: Validation(revalidate: true)).cached
    }
    // Of the servers of a group, only the embedded catalogue has no locations.
    let embedded = cached.origin?.members.first { $0 == OriginIdentity.embedded.text }
    let source = cached.location ?? embedded ?? cached.origin?.text ?? "an unknown origin"
    let group = cached.origin.flatMap { $0.members.count > 1 ? ", one of \($0.members.count) servers" : nil } ?? ""
    return "\(reference) is from \(source.printable)\(group)" + (cached.age.map { ", \(Figures.duration(Double($0))) old" } ?? "")
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let reference = try await context.find([arguments.operands.joined(separator: " ")])[0]
    try await context.show(reference, as: wire, arguments)
    if arguments[Self.source] { context.note("holocron: \(try await Self.sourceText(of: reference, context))") }
    return .success
  }
}
