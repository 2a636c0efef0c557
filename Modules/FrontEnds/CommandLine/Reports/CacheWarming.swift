import Client
import Contracts
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation

/// Asks for every record of every kind once, so that the cache has them.
struct CacheWarming: Sendable {
  private let context: Context
  /// Enough to keep the fetchers busy without crowding out other front-ends.
  private static let outstanding = 16

  init(_ context: Context) { self.context = context }

  /// Prints a summary. Throws the first problem when not one record could be had, and the origin's wish for a pause, after which it asks no more.
  func run() async throws(Problem) {
    let start = ContinuousClock.now
    let progress = ProgressDisplay(context)
    defer { progress.clear() }
    progress.show("reading the lists")
    let kinds = await context.repository.offeredKinds(of: context.kinds)
    let references = try await context.repository.names(of: kinds, kinds: context.kinds).map(\.reference)
    let tally = await ask(for: references) { done in
      progress.show(ProgressLine(done: done, total: references.count, elapsed: start.duration(to: .now)))
    }
    progress.clear()
    if let first = tally.failures.first, tally.failures.count == tally.done { throw first.problem }
    context.show(summary(tally, start.duration(to: .now)))
    if let pause = tally.pause {
      let left = references.count - tally.done + tally.failures.count
      throw Problem(
        pause.status, "the origin asks for a pause",
        detail: "\(left) of \(references.count) records are left: go on with holocron cache warm",
        type: pause.type, retryAfter: pause.retryAfter)
    }
    for failure in tally.failures.prefix(5) { context.note("holocron: \(failure.reference) could not be had: \(failure.problem)") }
  }

  /// What came of one question.
  private struct Answer: Sendable {
    let reference: Reference
    let bytes: Int
    let problem: Problem?
  }

  private struct Tally: Sendable {
    var done = 0
    var bytes = 0
    var failures: [(reference: Reference, problem: Problem)] = []
    /// The first answer with which the origin asked to be left alone for a while.
    var pause: Problem?

    mutating func add(_ answer: Answer) {
      done += 1
      bytes += answer.bytes
      guard let problem = answer.problem else { return }
      failures.append((answer.reference, problem))
      if problem.asksForPause { pause = pause ?? problem }
    }
  }

  private func ask(for references: [Reference], progress: (_ done: Int) -> Void) async -> Tally {
    await withTaskGroup(of: Answer.self) { group in
      var tally = Tally()
      var next = 0
      while tally.done < references.count {
        while tally.pause == nil, next < references.count, next - tally.done < Self.outstanding {
          let reference = references[next]
          group.addTask { await answer(reference) }
          next += 1
        }
        guard let answer = await group.next() else { break }
        tally.add(answer)
        progress(tally.done)
      }
      return tally
    }
  }

  private func answer(_ reference: Reference) async -> Answer {
    do throws(Problem) {
      return Answer(reference: reference, bytes: try await context.repository.record(reference).answered.body.count, problem: nil)
    } catch {
      return Answer(reference: reference, bytes: 0, problem: error)
    }
  }

  private func summary(_ tally: Tally, _ elapsed: Duration) -> ReportDocument {
    let seconds = Double(elapsed.wholeMilliseconds) / 1_000
    let failed = tally.failures.map(\.reference).sorted()
    let kept = tally.done - failed.count
    var facts = [
      Fact("At hand", StyledText("\(Figures.grouped(kept)) records, \(Figures.bytes(tally.bytes))", .good)),
      Fact("Took", StyledText(seconds < 10 ? Figures.milliseconds(seconds * 1_000) : Figures.duration(seconds))),
    ]
    if !failed.isEmpty { facts.append(Fact("Failed", StyledText("\(failed.count) records", .bad))) }
    return ReportDocument(
      [.facts(facts)],
      json: [
        "records": .number(kept), "bytes": .number(tally.bytes), "seconds": .number(seconds),
        "failed": .array(failed.map { .string($0.description) }),
      ])
  }
}

extension Problem {
  /// The origin said when it is worth asking again (RFC 9110 section 10.2.3): asking it for anything before then is of no use.
  var asksForPause: Bool { retryAfter != nil && (status == 429 || type == ProblemType.origin) }
}
