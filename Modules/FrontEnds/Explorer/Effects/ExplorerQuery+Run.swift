import Client
import Contracts
public import MessageBus
import Models
public import OrderedJSON
import Presentation

extension ExplorerQuery {
  /// Sends the query and waits for its result. Failures are results too. Names are passed to `onPart` as they arrive, and the result has no
  /// more.
  func run(
    on repository: any Repository, observer: any Repository, fleet: (any FleetAccess)? = nil,
    favourites: (any FavouritesAccess)? = nil, kinds: Kinds,
    onPart: (QueryResult) -> Void = { _ in }
  ) async -> QueryResult {
    do throws(Problem) {
      switch self {
      case .record(let reference, let revalidate):
        let response = try await repository.record(reference, validation: Validation(revalidate: revalidate))
        return .record(try response.record(kinds), Provenance(response.cached))
      case .names(let references):
        await repository.names(of: references) { part in onPart(.names(part.map { ReferenceLabel($0, kinds) })) }
        return .names([])
      case .page(let kind, let number, let revalidate):
        let request = ListRequest(kind, asOrigin: true, validation: Validation(revalidate: revalidate))
        let (page, response) = try await repository.page(number, of: request)
        return .page(RecordPage(page, size: response.body.count, kinds), Provenance(response))
      case .search(let text, let kind, let limit):
        return .search(try await repository.ask(SearchRequest(text, kind: kind, limit: limit, mayAskOrigin: false), of: .search))
      case .searchOrigin(let text, let kind, let limit):
        return .search(try await repository.ask(SearchRequest(text, kind: kind, limit: limit), of: .search))
      case .suggest(let text, let kind, let limit):
        return .suggestions(try await repository.ask(SuggestRequest(text, kind: kind, limit: limit), of: .search))
      case .history(let change): return .history(try await repository.ask(HistoryRequest(change), of: .search))
      case .path(let from, let to, let number):
        return .path(try await repository.path(PathRequest(from: from, to: to, alternative: number)))
      case .statistics:
        async let state = fleet?.state()
        do throws(Problem) {
          var statistics = try await observer.statistics()
          statistics.fleet = await state
          return .statistics(statistics)
        } catch {
          guard fleet != nil else { return .failed(error) }
          return .noStatistics(error, fleet: await state)
        }
      case .log(let process, let lines): return .log(await fleet?.log(of: process, lines: lines) ?? [])
      case .favourites: return .favourites(try await favourites?.favourites() ?? [])
      case .setFavourite(let reference, let isFavourite):
        return .favourites(try await favourites?.setFavourite(reference, isFavourite) ?? [])
      case .restart(let process):
        guard let fleet else { throw .noFleet }
        try await fleet.restart(process)
        return .restarted
      }
    } catch {
      return .failed(error)
    }
  }
}

extension QueryResult {
  var problem: Problem? {
    switch self {
    case .failed(let problem), .noStatistics(let problem, _): problem
    default: nil
    }
  }
}

extension ReferenceLabel {
  fileprivate init(_ answer: NameAnswer, _ kinds: Kinds) {
    switch answer.content {
    case .missing(let problem): self = .failed(answer.reference, problem)
    case .label(let label):
      do throws(Problem) { self = .known(try Record(received: label, kinds: kinds)) } catch { self = .failed(answer.reference, error) }
    }
  }
}

extension RecordPage {
  /// Decodes a page that was received in `size` bytes. Items that are not canonical records are skipped.
  init(_ page: PageBody, size: Int, _ kinds: Kinds) {
    self.init(
      kind: page.kind, page: page.page, pages: page.pages, count: page.count + (page.missing ?? 0),
      records: page.items.compactMap { try? Record(canonical: $0, kinds: kinds) }, size: size)
  }
}

extension Provenance {
  /// A hundred years, in seconds.
  private static let maxAge = 100 * 365 * 86_400

  init(_ answered: CachedResponse) {
    let isStale = answered.cacheDetail?.hasPrefix("stale") ?? false
    // The age comes from a worker, and the time since its arrival is added to it.
    let age = min(max(0, answered.age ?? 0), Self.maxAge)
    self.init(age: age, isStale: isStale, location: answered.location, isEmbedded: answered.origin == .embedded)
  }
}

extension Repository {
  /// Returns the statistics of the broker and of all workers. Workers that do not respond are left out.
  func statistics() async throws(Problem) -> BusStatistics {
    let broker = try await brokerStatistics()
    let counts: [String: Int] = (broker["services"]?.array ?? []).reduce(into: [:]) { counts, service in
      if let name = service["name"]?.string { counts[name] = service["workers"]?.int }
    }
    return await withTaskGroup(of: (String, ServiceStatistics).self) { group in
      for service in BusStatistics.services {
        guard let count = counts[service.text], count > 0 else { continue }
        group.addTask { (service.text, await self.statistics(of: service, count)) }
      }
      return await group.reduce(into: BusStatistics(broker: broker)) { statistics, service in
        statistics.workers[service.0] = service.1.workers
        statistics.requests += service.1.requests
      }
    }
  }
}

/// Access to the local processes that serve the bus. Front-ends that know where these processes keep their state provide it.
public protocol FleetAccess: Sendable {
  /// Returns `{"processes":[{"name":"cache-1","state":"running","pid":4711,"restarts":0,"age":300,"cpu":1.25}]}`: the state file of the
  /// supervisor, or the node alone. `age` is the number of seconds since the last change of state, `cpu` the processor time in seconds. `nil`
  /// if the processes were started by hand or on another host.
  func state() async -> JSON?
  /// Returns the last lines of the log of a process, at most `lines`; empty if there are none.
  func log(of process: String, lines: Int) async -> [String]
  /// Restarts a process and returns when the new one is ready.
  func restart(_ process: String) async throws(Problem)
}

extension Problem {
  /// No process can be restarted from here.
  public static let noFleet = Problem(
    503, "no fleet is running", detail: "only processes that holocron up has started can be restarted")
}
