import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation

/// `holocron random [KIND]`: a record by chance.
struct RandomCommand: Command {
  let name = "random"
  let group = CommandGroup.catalogue
  let summary = "Show a record by chance"
  let usage = ["[KIND]"]
  let details = ["Every record is as likely as any other. Only the first page of each list and the page that is drawn are asked for."]
  let examples = [Example("holocron random", "anything"), Example("holocron random species", "a species")]
  let switches = [WireForm.flag.definition]
  let operands = 0...1

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireForm(arguments, context)
    let wanted = try KindOption.read(arguments.operands.first, context.kinds)
    let kinds = if let wanted { [wanted] } else { await context.repository.offeredKinds(of: context.kinds) }
    let page = try await drawnPage(of: kinds, context)
    guard let drawn = page.items.randomElement(), let id = drawn["id"]?.int else {
      throw Problem(404, "not found", detail: "there are no records to draw from", type: ProblemType.notFound)
    }
    try await context.show(Reference(page.kind, id), as: wire)
    return .success
  }

  /// A page, as likely as it has records among those of all `kinds`.
  private func drawnPage(of kinds: [KindName], _ context: Context) async throws(Problem) -> PageBody {
    var firsts: [PageBody] = []
    for kind in kinds { firsts.append(try await context.repository.list(ListRequest(kind, asOrigin: true)).page) }
    let draw = Int.random(in: 0..<max(1, firsts.reduce(0) { $0 + $1.count }))
    let (first, number) = Self.page(of: draw, in: firsts)
    return number == 1 ? first : try await context.repository.list(ListRequest(first.kind, .page(number), asOrigin: true)).page
  }

  /// Which page record number `draw` (from 0) of all lists together is on. All pages of a list but the last are as long as the first.
  static func page(of draw: Int, in firsts: [PageBody]) -> (first: PageBody, number: Int) {
    var left = draw
    for first in firsts {
      if left < first.count { return (first, min(first.pages, left / max(1, first.items.count) + 1)) }
      left -= first.count
    }
    return (firsts[firsts.count - 1], 1)
  }
}
