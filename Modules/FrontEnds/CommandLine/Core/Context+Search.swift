import Client
import Contracts
import Explorer
import Localization
import MessageBus
import OrderedJSON

extension Context {
  /// Sends a request to the search service.
  ///
  /// Throws ``Problem/noSearchWorkerInFleet`` at once if the fleet was told to run no search worker, and ``Problem/noSearchWorker`` if the broker
  /// has been up for a while and expects none, instead of waiting for the broker's grace period. On a bus that just started, or while a lost
  /// worker may return, waits for the worker, and for its index if `needsIndex`.
  func askSearch<C: Contract>(_ contract: C, needsIndex: Bool = true) async throws(Problem) -> C.Answer {
    try await askSearch(needsIndex: needsIndex) { () throws(Problem) in try await repository.ask(contract, of: .search) }
  }

  /// Runs `ask`, which sends a request to the search service, under the same conditions.
  func askSearch<Answer>(needsIndex: Bool = true, _ ask: () async throws(Problem) -> Answer) async throws(Problem) -> Answer {
    let attached = AttachedServices(try await repository.brokerStatistics())
    let isStarting = attached.isBrokerNew || attached.awaits(.search)
    if !attached.offers(.search) {
      if runsNoSearchWorker { throw .noSearchWorkerInFleet }
      guard isStarting else { throw .noSearchWorker }
    }
    do {
      if needsIndex, isStarting { try await waitForIndex() }
      return try await ask()
    } catch {
      throw error.type == ProblemType.noWorker ? .noSearchWorker : error
    }
  }

  /// Whether this bus is that of a fleet that was told to run no search worker.
  private var runsNoSearchWorker: Bool { ProcessNames.search.isUnwanted(in: fleetState) }

  /// Polls the index of the search worker every 20 ms until it is complete, for at most about 5 s, or 0.5 s in a row without growth.
  private func waitForIndex() async throws(Problem) {
    let progress = ProgressDisplay(self, .verbatim("indexing"))
    defer { progress.clear() }
    var indexed = -1
    var polls = 0
    var idlePolls = 0
    while polls < 250, idlePolls < 25 {
      let index = SearchIndexReport(statistics: try await repository.ask(StatsRequest(), of: .search))
      if index.isComplete { return }
      idlePolls = index.records > indexed ? 0 : idlePolls + 1
      indexed = max(indexed, index.records)
      polls += 1
      // The total grows while the lists arrive, so a share of it would be wrong.
      if indexed > 0 { progress.show(.verbatim("\(Figures.counted(indexed, "record", "records")) indexed")) }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
    }
  }
}

extension Problem {
  static let noSearchWorkerInFleet = Problem(
    503, "the fleet runs no search worker", detail: "start one with \(ProcessNames.search.startCommand)", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text), "start": .string(ProcessNames.search.startCommand)])
  static let noSearchWorker = Problem(
    503, "no search worker is attached", detail: "start one with holocron-search", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text), "start": "holocron-search"])
}

extension Coverage {
  /// A note that the index is incomplete and how to complete it; `nil` if it is complete.
  var incompleteIndexNote: Phrase? {
    isComplete ? nil : askedOrigin ? .originSearched(records, of: of) : .indexIncomplete(records, of: of)
  }
}
