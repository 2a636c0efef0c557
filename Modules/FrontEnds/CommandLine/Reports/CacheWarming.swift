import Client
import Contracts
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation

/// Requests every record of every kind once, so that the cache stores all of them.
struct CacheWarming: Sendable {
  private let context: Context
  /// The maximum number of concurrent requests: enough to keep the fetchers busy without crowding out other front-ends.
  private static let maximumInFlight = 16

  init(_ context: Context) { self.context = context }

  /// Requests all records and prints a summary. Returns ``ExitCode/failure`` if some requests failed, as rsync and gh do, or if a list is
  /// incomplete: the cache lacks records that a script may rely on. Throws the first problem if every request failed. If the origin asks to
  /// slow down, sends no further requests and throws a problem with the same Retry-After.
  func run() async throws(Problem) -> ExitCode {
    let start = ContinuousClock.now
    let progress = ProgressDisplay(context)
    defer { progress.clear() }
    progress.show("reading the lists")
    let kinds = await context.repository.availableKinds(of: context.kinds)
    let lists = try await context.repository.references(of: kinds)
    let references = lists.flatMap(\.references)
    let tally = await requestAll(references) { done in
      progress.show(ProgressLine(done: done, total: references.count, elapsed: start.duration(to: .now)))
    }
    progress.clear()
    if let first = tally.failures.first, tally.failures.count == tally.done { throw first.problem }
    context.show(summary(tally, start.duration(to: .now)))
    if let slowDown = tally.slowDown {
      let remaining = references.count - tally.done + tally.failures.count
      throw Problem(
        slowDown.status, "the origin asks to slow down",
        detail: "\(remaining) of \(references.count) records are missing; to continue, run holocron cache warm again",
        type: slowDown.type, retryAfter: slowDown.retryAfter)
    }
    for failure in tally.failures.prefix(5) { context.note("holocron: couldn't fetch \(failure.reference): \(failure.problem)") }
    let incomplete = lists.filter { $0.missing > 0 }
    for list in incomplete { context.note(Self.note(incomplete: list)) }
    return tally.failures.isEmpty && incomplete.isEmpty ? .success : .failure
  }

  private static func note(incomplete list: KindReferences) -> String {
    let records = list.missing == 1 ? "1 more record" : "\(Figures.grouped(list.missing)) more records"
    return "The list of \(list.kind) is incomplete: the origin counts \(records) than it returned."
  }

  /// The result of one request.
  private struct Outcome: Sendable {
    let reference: Reference
    let bytes: Int
    let problem: Problem?
  }

  private struct Tally: Sendable {
    var done = 0
    var bytes = 0
    var failures: [(reference: Reference, problem: Problem)] = []
    /// The first problem with a Retry-After from the origin.
    var slowDown: Problem?

    mutating func add(_ outcome: Outcome) {
      done += 1
      bytes += outcome.bytes
      guard let problem = outcome.problem else { return }
      failures.append((outcome.reference, problem))
      if problem.asksToSlowDown { slowDown = slowDown ?? problem }
    }
  }

  private func requestAll(_ references: [Reference], progress: (_ done: Int) -> Void) async -> Tally {
    await withTaskGroup(of: Outcome.self) { group in
      var tally = Tally()
      var next = 0
      while tally.done < references.count {
        while tally.slowDown == nil, next < references.count, next - tally.done < Self.maximumInFlight {
          let reference = references[next]
          group.addTask { await request(reference) }
          next += 1
        }
        guard let outcome = await group.next() else { break }
        tally.add(outcome)
        progress(tally.done)
      }
      return tally
    }
  }

  private func request(_ reference: Reference) async -> Outcome {
    do throws(Problem) {
      return Outcome(reference: reference, bytes: try await context.repository.record(reference).cached.body.count, problem: nil)
    } catch {
      return Outcome(reference: reference, bytes: 0, problem: error)
    }
  }

  private func summary(_ tally: Tally, _ elapsed: Duration) -> ReportDocument {
    let seconds = Double(elapsed.wholeMilliseconds) / 1_000
    let failed = tally.failures.map(\.reference).sorted()
    let cached = tally.done - failed.count
    var values = [
      LabeledValue("Cached", StyledText("\(Figures.grouped(cached)) records, \(Figures.bytes(tally.bytes))", .good)),
      LabeledValue("Took", StyledText(seconds < 10 ? Figures.milliseconds(seconds * 1_000) : Figures.duration(seconds))),
    ]
    if !failed.isEmpty { values.append(LabeledValue("Failed", StyledText("\(failed.count) records", .bad))) }
    return ReportDocument(
      [.values(values)],
      json: [
        "records": .number(cached), "bytes": .number(tally.bytes), "seconds": .number(seconds),
        "failed": .array(failed.map { .string($0.description) }),
      ])
  }
}

extension Problem {
  /// Whether the origin sent a Retry-After (RFC 9110 section 10.2.3), so that any earlier request to it is pointless.
  var asksToSlowDown: Bool { retryAfter != nil && (status == 429 || type == ProblemType.origin) }
}
