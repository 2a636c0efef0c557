import Client
import Console
import Contracts
import MessageBus
import Models
import Presentation

/// `holocron compare A B…`: shows records side by side.
struct CompareCommand: Command {
  let name = "compare"
  let group = CommandGroup.catalogue
  let summary = "Show two to six records side by side"
  let usage = ["A B… [--differences]"]
  let details = [
    "Each argument is a reference or a name, as for holocron show; quote names of several words. Rows that differ are marked with ≠. "
      + "Fields with the same name in different kinds share a row."
  ]
  let examples = [
    Example("holocron compare luke leia", "two people"),
    Example("holocron compare tatooine hoth naboo --differences", "only what differs"),
    Example("holocron compare 'x-wing' 'y-wing' --json", "as JSON"),
  ]
  static let differences = Flag("differences", short: "d", "Show only the rows that differ")
  let options = [differences.definition]
  /// More than ``maxRecords`` are refused with their own message.
  let takesText = true
  let operands = 2...Int.max

  private static let maxRecords = 6

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    guard arguments.operands.count <= Self.maxRecords else {
      throw .usage("compare takes two to six records", field: arguments.operands[Self.maxRecords])
    }
    let references = try await context.find(arguments.operands)
    if let duplicate = references.first(where: { reference in references.count { $0 == reference } > 1 }) {
      throw .usage("\(duplicate) is given twice; compare different records", field: "\(duplicate)")
    }
    var records: [Record] = []
    for reference in references {
      let response = try await context.record(reference)
      if let staleness = response.cached.staleness(in: context.language) { context.note("holocron: \(reference): \(staleness)") }
      records.append(try response.record(context.kinds))
    }
    let names = await context.names(of: records.flatMap(\.references))
    context.show(
      ComparisonDocument(records, wording: try context.wording(), names: names, onlyDifferences: arguments[Self.differences]))
    return .success
  }
}
