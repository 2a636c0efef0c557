import Client
import Contracts
import MessageBus
import Models
import Presentation

/// `holocron compare A B…`: records side by side.
struct CompareCommand: Command {
  let name = "compare"
  let group = CommandGroup.catalogue
  let summary = "Show two to six records side by side"
  let usage = ["A B… [--differences]"]
  let details = [
    "Each is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. Records of "
      + "different kinds share the fields that are called alike."
  ]
  let examples = [
    Example("holocron compare luke leia", "two people"),
    Example("holocron compare tatooine hoth naboo --differences", "only what differs"),
    Example("holocron compare 'x-wing' 'y-wing' --json", "for programs"),
  ]
  static let differences = Flag("differences", short: "d", "only the rows that differ")
  let switches = [differences.definition]
  let operands = 2...6

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let references = try await context.find(arguments.operands)
    if let twice = references.first(where: { reference in references.count { $0 == reference } > 1 }) {
      throw .usage("\(twice) is there twice: compare different records", field: "\(twice)")
    }
    var records: [Record] = []
    for reference in references {
      let answered = try await context.record(reference)
      if let staleness = answered.answered.staleness { context.note("holocron: \(reference): \(staleness)") }
      records.append(try answered.record(context.kinds))
    }
    var seen: Set<Reference> = []
    let names = await context.names(of: records.flatMap(\.references).filter { seen.insert($0).inserted })
    context.show(
      ComparisonDocument(records, wording: try context.wording(), names: names, onlyDifferences: arguments[Self.differences]))
    return .success
  }
}
