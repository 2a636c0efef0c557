public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// Access to the catalogue for front-ends. ``BusRepository`` sends requests over the bus.
public protocol Repository: Sendable {
  /// Returns the final reply of `service`, whatever its status. Throws only if no reply arrives.
  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply

  /// Calls `part` with each part of a streamed reply in order, the final reply last.
  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem)

  /// Returns the broker's statistics about itself and its workers (`mmi.stats`).
  func brokerStatistics() async throws(Problem) -> JSON

  /// Subscribes to every topic with a prefix in `topics` and calls `onEvent` for each event, until the task is cancelled or the bus goes
  /// away.
  func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem)
}

extension Repository {
  /// Sends a request and decodes the reply. Throws the problem of an error reply.
  public func ask<C: Contract>(_ contract: C, of service: ServiceName = .cache) async throws(Problem) -> C.Answer {
    let reply = try await reply(of: service, to: contract.request)
    if let problem = reply.problem { throw problem }
    return try C.answer(reply)
  }

  /// Returns one record. Throws a 502 if the reply holds a record other than `reference`.
  public func record(_ reference: Reference, validation: Validation = Validation()) async throws(Problem) -> RecordResponse {
    try RecordResponse(try await ask(RecordRequest(reference, validation: validation)), for: reference)
  }

  /// Returns one page of a list with its response. Throws a 502 if the reply holds another page.
  public func page(_ number: Int, of request: ListRequest) async throws(Problem) -> (page: PageBody, response: CachedResponse) {
    var request = request
    request.extent = .page(number)
    let response = try await ask(request)
    return (try PageBody(response.body).checked(request.kind, number: number), response)
  }

  /// Returns one page, or all pages merged into one. Throws a 502 if a page arrives out of order. If the pages come from two origins,
  /// requests the list again, up to three times in all, and then throws a 503.
  public func list(_ request: ListRequest) async throws(Problem) -> ListResponse {
    if case .page(let number) = request.extent {
      let (page, response) = try await page(number, of: request)
      return ListResponse(page: page, location: response.location, origin: response.origin)
    }
    var attempts = 1
    while true {
      do throws(Problem) { return try await wholeList(request) } catch {
        guard error.type == ProblemType.misdirected, attempts < 3 else { throw error }
        attempts += 1
      }
    }
  }

  private func wholeList(_ request: ListRequest) async throws(Problem) -> ListResponse {
    var list = ListResponse(page: PageBody(kind: request.kind, page: 1, pages: 1, count: 0, items: []), isStored: true)
    var number = 0
    var declaredCount = 0
    try await stream(.cache, request.request) { reply throws(Problem) in
      if let problem = reply.problem { throw problem }
      let response = try ListRequest.answer(reply)
      number += 1
      let page = try PageBody(response.body).checked(request.kind, number: number)
      if number > 1, response.origin != list.origin { throw .mixedOrigins(request.kind, list.origin, response.origin) }
      list.location = list.location ?? response.location
      list.origin = response.origin
      list.isStored = list.isStored && ["; hit", "; stored"].contains { response.cacheStatus?.contains($0) == true }
      list.bytes += response.body.count
      list.page.items += page.items
      declaredCount = max(declaredCount, page.count + (page.missing ?? 0))
    }
    let received = list.page.items.count
    list.page.count = received
    list.page.missing = declaredCount > received ? declaredCount - received : nil
    return list
  }

  /// Returns a shortest chain of references between two records. Throws a 502 if the reply connects other records.
  public func path(_ request: PathRequest) async throws(Problem) -> ReferencePath {
    try await ask(request, of: .search).checked(request)
  }
}

extension Problem {
  /// A list whose pages come from two origins.
  fileprivate static func mixedOrigins(_ kind: KindName, _ first: OriginIdentity?, _ second: OriginIdentity?) -> Problem {
    func name(_ origin: OriginIdentity?) -> String { origin?.text ?? "an unnamed origin" }
    return Problem(
      503, "the origin changed while a list was being read",
      detail: "the list of \(kind) started with pages from \(name(first)) and continued with pages from \(name(second)); try again",
      type: ProblemType.misdirected)
  }
}

extension Repository {
  /// Returns the statistics of each worker of `service` (`GET /stats`).
  ///
  /// The broker assigns each request to the least busy worker, so a round of `count` requests may miss some workers. Sends up to four
  /// rounds, until `count` processes have replied or a round finds no new one: a worker that hangs delays each by a timeout. Workers that report the same process ID and instance count as one. Sorted
  /// by process ID and instance.
  public func statistics(of service: ServiceName, _ count: Int) async -> [JSON] {
    // Limits the number of requests, whatever number of workers the broker reports.
    let count = min(count, 64)
    var byProcess: [String: JSON] = [:]
    var round = 0
    var hasFound = true
    while byProcess.count < count, round < 4, hasFound {
      let known = byProcess.count
      await withTaskGroup(of: JSON?.self) { group in
        for _ in 0..<count { group.addTask { try? await self.ask(StatsRequest(), of: service) } }
        for await statistics in group {
          if let statistics, let process = StatsRequest.process(of: statistics) { byProcess[process] = statistics }
        }
      }
      round += 1
      hasFound = byProcess.count > known
    }
    return byProcess.sorted { ($0.value["pid"]?.int ?? 0, $0.key) < ($1.value["pid"]?.int ?? 0, $1.key) }.map(\.value)
  }
}

extension Repository {
  /// Returns the kinds that the origin offers: those of `kinds` in their order, then others; all of `kinds` if the request fails.
  public func availableKinds(of kinds: Kinds) async -> [KindName] {
    let all = kinds.all.map(\.name)
    guard let available = try? await ask(KindsRequest()), !available.isEmpty else { return all }
    return all.filter(available.contains) + available.filter { !all.contains($0) }
  }

  /// Returns the references of all records of each of the kinds `wanted`, in that order, each once. Costs one streamed list per kind. A kind
  /// that the origin does not offer has no references.
  /// - Parameter validation: the freshness that the lists must have.
  public func references(
    of wanted: [KindName], validation: Validation = Validation()
  ) async throws(Problem) -> [KindReferences] {
    let outcomes = await withTaskGroup(of: KindOutcome.self) { group in
      for kind in wanted { group.addTask { await allReferences(of: kind, validation) } }
      var outcomes: [KindName: KindOutcome] = [:]
      while let outcome = await group.next() { outcomes[outcome.list.kind] = outcome }
      return wanted.compactMap { outcomes[$0] }
    }
    for outcome in outcomes {
      if let problem = outcome.problem, problem.type != ProblemType.notFound { throw problem }
    }
    return outcomes.map(\.list)
  }

  private func allReferences(of kind: KindName, _ validation: Validation) async -> KindOutcome {
    do throws(Problem) {
      // The pages of the origin need no sorting, and each is read while the next one is fetched.
      let list = try await list(ListRequest(kind, .all, asOrigin: true, validation: validation))
      return KindOutcome(list: KindReferences(list), problem: nil)
    } catch {
      let none = PageBody(kind: kind, page: 1, pages: 1, count: 0, items: [])
      return KindOutcome(list: KindReferences(ListResponse(page: none)), problem: error)
    }
  }
}

/// The references of the records of one kind.
public struct KindReferences: Sendable {
  public let kind: KindName
  public let references: [Reference]
  /// Number of records the origin counts but does not return, in addition to ``references``.
  public let missing: Int
  /// Whether the cache says that it has stored the records.
  public let isStored: Bool
  /// The size of the list's pages in bytes.
  public let bytes: Int

  fileprivate init(_ list: ListResponse) {
    (kind, missing, isStored, bytes) = (list.page.kind, list.page.missing ?? 0, list.isStored, list.bytes)
    // A list that changes while it is read may have a record on two pages.
    var seen: Set<Reference> = []
    references = list.page.items.compactMap { Reference(canonical: $0) }.filter { seen.insert($0).inserted }
  }
}

/// The references of one kind, or the problem of the request. Not a `Result`, because the optimiser of Swift 6.3.1 reads the payload of the
/// wrong case when a `Result` in a tuple leaves a task group.
private struct KindOutcome: Sendable {
  let list: KindReferences
  let problem: Problem?
}
