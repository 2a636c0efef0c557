import Client
import Contracts
import MessageBus
import Models
import OrderedJSON

extension Question {
  /// Asks for it, and waits. What goes wrong is an answer too.
  func answer(from repository: any Repository, observer: any Repository, kinds: Kinds) async -> Answer {
    do throws(Problem) {
      switch self {
      case .record(let reference, let revalidate):
        let answered = try await repository.record(reference, validation: Validation(revalidate: revalidate))
        return .record(try answered.record(kinds), Provenance(answered.answered))
      case .page(let kind, let number, let revalidate):
        let request = ListRequest(kind, asOrigin: true, validation: Validation(revalidate: revalidate))
        let (page, answered) = try await repository.page(number, of: request)
        return .page(RecordPage(page, kinds), Provenance(answered))
      case .kinds: return .kinds(try await repository.ask(KindsRequest()))
      case .search(let text, let kind, let limit):
        return .search(try await repository.ask(SearchRequest(text, kind: kind, limit: limit, mayAskOrigin: false), of: .search))
      case .searchOrigin(let text, let kind, let limit):
        return .search(try await repository.ask(SearchRequest(text, kind: kind, limit: limit), of: .search))
      case .suggest(let text, let kind, let limit):
        return .suggestions(try await repository.ask(SuggestRequest(text, kind: kind, limit: limit), of: .search))
      case .history(let change): return .history(try await repository.ask(HistoryRequest(change), of: .search))
      case .path(let from, let to): return .path(try await repository.path(PathRequest(from: from, to: to)))
      case .statistics: return .statistics(try await observer.statistics())
      }
    } catch {
      return .failed(error)
    }
  }
}

extension RecordPage {
  /// Items that are not of the canonical form are left out rather than hiding the whole page.
  init(_ page: PageBody, _ kinds: Kinds) {
    self.init(
      kind: page.kind, page: page.page, pages: page.pages, count: page.count + (page.missing ?? 0),
      records: page.items.compactMap { try? Record(canonical: $0, kinds: kinds) })
  }
}

extension Provenance {
  init(_ answered: CachedResponse) {
    // RFC 9211: the cache names the reason when it served an answer past its lifetime.
    let isStale = answered.cacheStatus?.contains("detail=stale") ?? false
    self.init(age: answered.age ?? 0, isStale: isStale, location: answered.location)
  }
}

extension Repository {
  /// What the broker counts, and a worker of each service that has one. A worker that does not answer is left out.
  func statistics() async throws(Problem) -> BusStatistics {
    let broker = try await brokerStatistics()
    let names = (broker["services"]?.array ?? []).filter { ($0["workers"]?.int ?? 0) > 0 }.compactMap { $0["name"]?.string }
    let offered = [ServiceName.cache, .fetch, .search].filter { names.contains($0.text) }
    let services = await withTaskGroup(of: Counted.self) { group in
      for service in offered {
        group.addTask { Counted(service: service, json: try? await self.ask(StatsRequest(), of: service)) }
      }
      var services: [String: JSON] = [:]
      while let counted = await group.next() { services[counted.service.text] = counted.json }
      return services
    }
    return BusStatistics(broker: broker, services: services)
  }
}

/// What a worker of a service counted.
private struct Counted: Sendable {
  let service: ServiceName
  let json: JSON?
}
