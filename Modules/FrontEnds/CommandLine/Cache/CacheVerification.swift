import Client
import Contracts
import Localization
import MessageBus
import OrderedJSON
import Presentation

/// Checks every entry of the cache store, some at a time, so that the cache goes on answering.
struct CacheVerification: Sendable {
  /// Maximum numbers of damaged entries that are listed in JSON and in text.
  private static let listLimit = 1_000
  private static let shownLimit = 20

  let context: Context
  let repairs: Bool

  /// Prints a summary. Returns ``ExitCode/failure`` if the store is damaged and was not repaired.
  func run() async throws(Problem) -> ExitCode {
    let progress = ProgressDisplay(context, .verbatim("checking"))
    defer { progress.clear() }
    var sum = VerifyRequest.Answer(checked: 0, total: 0, next: 0)
    var found = 0
    while let position = sum.next {
      let answer = try await context.repository.ask(VerifyRequest(after: position, repairs: repairs))
      if let next = answer.next, next <= position { throw .malformedReply("the check of the cache does not advance") }
      found += answer.damaged.count
      sum.damaged += answer.damaged.prefix(Self.listLimit - sum.damaged.count)
      sum.checked += answer.checked
      sum.removed += answer.removed
      sum.incomplete += answer.incomplete
      sum.isMiscounted = answer.isMiscounted
      sum.next = answer.next
      progress.show(done: sum.checked, of: max(sum.checked, answer.total))
    }
    progress.clear()
    context.show(
      values(sum, found),
      json: [
        "checked": .number(sum.checked), "damaged": .number(found), "entries": .array(sum.damaged.map { .string($0) }),
        "removed": .number(sum.removed), "incomplete": .number(sum.incomplete), "miscounted": .bool(sum.isMiscounted),
      ])
    let isDamaged = found > sum.removed || sum.isMiscounted && !repairs
    if isDamaged { context.note("To remove what is damaged, run holocron cache verify --repair.") }
    return isDamaged ? .failure : .success
  }

  private func values(_ sum: VerifyRequest.Answer, _ found: Int) -> [LabeledValue] {
    func entries(_ count: Int) -> String { Figures.counted(count, "entry", "entries") }
    var values = [
      LabeledValue("Checked", entries(sum.checked)),
      LabeledValue("Damaged", found == 0 ? "none" : entries(found), found == 0 ? .good : .bad),
    ]
    values += sum.damaged.prefix(Self.shownLimit).map { LabeledValue("", $0, .bad) }
    if found > Self.shownLimit { values.append(LabeledValue("", "and \(Figures.grouped(found - Self.shownLimit)) more", .muted)) }
    if sum.removed > 0 { values.append(LabeledValue("Removed", entries(sum.removed))) }
    if sum.isMiscounted { values.append(LabeledValue("Totals", repairs ? "counted again" : "wrong", repairs ? .text : .bad)) }
    if sum.incomplete > 0 {
      let pages = Figures.counted(sum.incomplete, "page", "pages")
      values.append(LabeledValue("Incomplete", "\(pages) of lists lack a record and will be fetched again", .caution))
    }
    return values
  }
}
