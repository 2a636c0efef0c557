import Client
import Console
import Contracts
import MessageBus
import Models
import Presentation

/// `holocron random [KIND]`: shows a random record.
struct RandomCommand: Command {
  let name = "random"
  let group = CommandGroup.catalogue
  let summary = "Show a random record"
  let usage = ["[KIND]"]
  let details = ["Every record is equally likely. Requests only the first page of each list and the page of the chosen record."]
  let examples = [Example("holocron random", "any record"), Example("holocron random species", "a species")]
  let options = [FieldsOption.option.definition] + WireFormat.options
  let firstWords = Kinds.standard.all.map(\.name.text)
  let operands = 0...1

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireFormat(arguments, context)
    let kind = try KindOption.parse(arguments.operands.first, context.kinds)
    let kinds = if let kind { [kind] } else { await context.repository.availableKinds(of: context.kinds) }
    let page = try await randomPage(of: kinds, context)
    guard let reference = page.items.randomElement().flatMap({ Reference(canonical: $0) }) else { throw .noRecordsToChooseFrom }
    try await context.show([reference], as: wire, arguments)
    return .success
  }

  /// Returns a random page of the lists of `kinds`. The probability of a page is proportional to its number of records.
  private func randomPage(of kinds: [KindName], _ context: Context) async throws(Problem) -> PageBody {
    var firsts: [PageBody] = []
    for kind in kinds { firsts.append(try await context.repository.list(ListRequest(kind, asOrigin: true)).page) }
    // An origin may offer only kinds that this program does not know.
    guard !firsts.isEmpty else { throw .noRecordsToChooseFrom }
    let index = Int.random(in: 0..<max(1, firsts.reduce(0) { $0 + $1.count }))
    let (first, number) = Self.page(of: index, in: firsts)
    return number == 1 ? first : try await context.repository.list(ListRequest(first.kind, .page(number), asOrigin: true)).page
  }

  /// Returns the page with the record at `index` (from 0) in the concatenation of all lists, of which there is at least one. All pages of a
  /// list except the last have the length of the first.
  static func page(of index: Int, in firsts: [PageBody]) -> (first: PageBody, number: Int) {
    var offset = index
    for first in firsts {
      if offset < first.count { return (first, min(first.pages, offset / max(1, first.items.count) + 1)) }
      offset -= first.count
    }
    return (firsts[firsts.count - 1], 1)
  }
}

extension Problem {
  fileprivate static let noRecordsToChooseFrom = Problem(
    404, "not found", detail: "there are no records to choose from", type: ProblemType.notFound)
}
