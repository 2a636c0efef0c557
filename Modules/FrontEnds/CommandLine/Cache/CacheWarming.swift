import Client
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation

/// Requests the lists of all kinds, so that the cache stores the records on their pages, and then the records that it lacks nevertheless.
struct CacheWarming: Sendable {
  let context: Context
  /// The maximum number of concurrent requests: enough to keep the fetchers busy without crowding out other front-ends.
  private static let maximumInFlight = 16

  /// Requests all records and prints a summary. Returns ``ExitCode/failure`` if some requests failed, as rsync and gh do, or if a list is
  /// incomplete: the cache lacks records that a script may rely on. Throws the first problem if every request failed. If the origin asks to
  /// slow down, sends no further requests and throws a problem with the same Retry-After.
  func run() async throws(Problem) -> ExitCode {
    let begin = ContinuousClock.now
    let progress = ProgressDisplay(context, .verbatim("reading the lists"))
    defer { progress.clear() }
    // The list of a kind that the origin does not offer is empty, so there is no need to wait for the kinds. Other commands ask for them.
    async let kinds = context.repository.availableKinds(of: context.kinds)
    let lists = try await lists()
    let references = lists.flatMap(\.references)
    let cached = await cached(references)
    let sizes = lists.lazy.flatMap(\.sizes).filter { cached.contains($0.reference) }
    let start = Tally(done: cached.count, bytes: sizes.reduce(0) { $0 + $1.bytes })
    _ = await kinds
    progress.show(.verbatim("fetching"))
    let tally = await requestAll(references.filter { !cached.contains($0) }, after: start) { done in
      progress.show(done: done, of: references.count)
    }
    progress.clear()
    if let first = tally.failures.first, tally.failures.count == tally.done { throw first.problem }
    report(tally, begin.duration(to: .now))
    if let slowDown = tally.slowDown {
      let remaining = references.count - tally.done + tally.failures.count
      throw Problem(
        slowDown.status, "the origin asks to slow down",
        detail: "\(remaining) of \(references.count) records are missing; to continue, run holocron cache warm again",
        type: slowDown.type, retryAfter: slowDown.retryAfter)
    }
    for failure in tally.failures.prefix(5) {
      context.note("holocron: couldn't fetch \(failure.reference): \(failure.problem.sentence(in: English()))")
    }
    let incomplete = lists.filter { $0.missing > 0 }
    for list in incomplete {
      let missing = Figures.counted(list.missing, "more record", "more records")
      context.note("The list of \(list.kind.text) is incomplete: the origin counts \(missing) than it returned.")
    }
    return tally.failures.isEmpty && incomplete.isEmpty ? .success : .failure
  }

  /// Returns the lists of all kinds. Incomplete lists are revalidated, because their missing records may be available by now.
  private func lists() async throws(Problem) -> [KindReferences] {
    let begin = ContinuousClock.now
    let lists = try await context.repository.references(of: context.kinds.all.map(\.name))
    let incomplete = lists.filter { $0.missing > 0 }.map(\.kind)
    guard !incomplete.isEmpty else { return lists }
    // Pages that this command has caused to be fetched are not fetched again.
    let validation = Validation(maxAge: begin.duration(to: .now).components.seconds + 1)
    // If the origin fails, the cached lists still say how much is missing.
    guard let revalidated = try? await context.repository.references(of: incomplete, validation: validation) else { return lists }
    return lists.map { list in revalidated.first { $0.kind == list.kind && $0.missing < list.missing } ?? list }
  }

  private struct Tally: Sendable {
    var done = 0
    var bytes = 0
    var failures: [(reference: Reference, problem: Problem)] = []
    /// The first problem with a Retry-After from the origin (RFC 9110 section 10.2.3): any earlier request to it is pointless.
    var slowDown: Problem?
  }

  /// Returns those of `references` that the cache holds, without fetching the others.
  private func cached(_ references: [Reference]) async -> Set<Reference> {
    var cached: Set<Reference> = []
    await context.repository.names(of: references, isFetching: false) { names in
      for name in names { if case .label = name.content { cached.insert(name.reference) } }
    }
    return cached
  }

  private func requestAll(_ references: [Reference], after start: Tally, progress: (_ done: Int) -> Void) async -> Tally {
    await withTaskGroup(of: (reference: Reference, bytes: Int, problem: Problem?).self) { group in
      var (tally, next, answered) = (start, 0, 0)
      while answered < references.count {
        while tally.slowDown == nil, next < references.count, next - answered < Self.maximumInFlight {
          let reference = references[next]
          group.addTask {
            do throws(Problem) { return (reference, try await context.repository.record(reference).cached.body.count, nil) } catch {
              return (reference, 0, error)
            }
          }
          next += 1
        }
        guard let outcome = await group.next() else { break }
        answered += 1
        tally.done += 1
        tally.bytes += outcome.bytes
        if let problem = outcome.problem {
          tally.failures.append((outcome.reference, problem))
          let asksToSlowDown = problem.retryAfter != nil && (problem.status == 429 || problem.type == ProblemType.origin)
          if asksToSlowDown { tally.slowDown = tally.slowDown ?? problem }
        }
        progress(tally.done)
      }
      return tally
    }
  }

  private func report(_ tally: Tally, _ elapsed: Duration) {
    let seconds = Double(elapsed.wholeMilliseconds) / 1_000
    let failed = tally.failures.map(\.reference).sorted()
    let cached = tally.done - failed.count
    var values = [
      LabeledValue("Cached", "\(Figures.counted(cached, "record", "records")), \(Figures.bytes(tally.bytes))", .good),
      LabeledValue("Took", Figures.elapsed(seconds)),
    ]
    if !failed.isEmpty { values.append(LabeledValue("Failed", Figures.counted(failed.count, "record", "records"), .bad)) }
    context.show(
      values,
      json: [
        "records": .number(cached), "bytes": .number(tally.bytes), "seconds": .number(seconds),
        "failed": .array(failed.map { .string($0.description) }),
      ])
  }
}
