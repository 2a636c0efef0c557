import Client
import Contracts
import Explorer
import Localization
import MessageBus
import Models
import OrderedJSON

extension Context {
  /// Asks the search service. Throws ``Problem/noSearchWorker`` at once when a broker that has been up for a while has no worker for it: waiting
  /// the broker's grace would help nobody. Workers of a bus that just came up may still be on their way, and are waited for; those for which
  /// `needsIndex` also until they have read what there is.
  func askSearch<C: Contract>(_ contract: C, needsIndex: Bool = true) async throws(Problem) -> C.Answer {
    try await askSearch(needsIndex: needsIndex) { () throws(Problem) in try await repository.ask(contract, of: .search) }
  }

  /// The same for a question that `ask` asks.
  func askSearch<Answer>(needsIndex: Bool = true, _ ask: () async throws(Problem) -> Answer) async throws(Problem) -> Answer {
    let attached = Attached(try await repository.brokerStatistics())
    guard attached.offers(.search) || attached.isNew else { throw .noSearchWorker }
    do {
      if needsIndex, attached.isNew { try await waitForIndex() }
      return try await ask()
    } catch {
      throw error.type == ProblemType.noWorker ? .noSearchWorker : error
    }
  }

  /// Looks at the index of the search worker every 20 ms while it grows: for some five seconds at most, half a second where it does not.
  private func waitForIndex() async throws(Problem) {
    let progress = ProgressDisplay(self)
    defer { progress.clear() }
    var known = -1
    var looks = 0
    var idleLooks = 0
    while looks < 250, idleLooks < 25 {
      let index = SearchIndexReport(statistics: try await repository.ask(StatsRequest(), of: .search))
      if index.isComplete { return }
      idleLooks = index.records > known ? 0 : idleLooks + 1
      known = max(known, index.records)
      looks += 1
      progress.show("indexing: \(Figures.grouped(known)) records")
      do { try await Task.sleep(for: .milliseconds(20)) } catch { throw Problem(499, "cancelled", type: ProblemType.cancelled) }
    }
  }

  /// The records that a person means by `names`. Where nothing fits and a search worker is attached, the problem carries what that one suggests.
  func find(_ names: [String]) async throws(Problem) -> [Reference] {
    do { return try await repository.find(names, kinds: kinds) } catch { throw await suggestingRecords(error) }
  }

  private func suggestingRecords(_ problem: Problem) async -> Problem {
    guard problem.type == ProblemType.notFound, let name = problem.extensions["name"]?.string,
      let statistics = try? await repository.brokerStatistics(), Attached(statistics).offers(.search),
      let matches = try? await repository.ask(SuggestRequest(name, limit: 3), of: .search), !matches.isEmpty
    else { return problem }
    var problem = problem
    problem.extensions["suggestions"] = .array(matches.map { .string("\($0.name) (\($0.reference))") })
    return problem
  }
}

extension Problem {
  static let noSearchWorker = Problem(
    503, "no search worker is attached", detail: "start one with holocron-search", type: ProblemType.noWorker,
    extensions: ["service": .string(ServiceName.search.text)])
}
