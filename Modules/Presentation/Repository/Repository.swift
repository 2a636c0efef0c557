public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// The catalogue as a front-end sees it: questions and answers, wherever they come from. Two conformers: ``BusRepository`` asks over the
/// bus, ``ScriptedRepository`` answers from a table.
public protocol Repository: Sendable {
  /// The final answer of `service`; any status. Throws only when there is no answer.
  func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply

  /// Gives each part of a streamed answer to `part` in turn, the final reply last.
  func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem)

  /// What the broker says of itself and its workers (`mmi.stats`).
  func brokerStatistics() async throws(Problem) -> JSON

  /// Gives what is heard of the topics that begin with one of `topics` to `heard`, until it is cancelled or the bus goes.
  func listen(to topics: [String], heard: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem)
}

extension Repository {
  public func ask<C: Contract>(_ contract: C, of service: ServiceName = .cache) async throws(Problem) -> C.Answer {
    let reply = try await reply(of: service, to: contract.request)
    if let problem = reply.problem { throw problem }
    return try C.answer(reply)
  }

  public func record(_ reference: Reference, validation: Validation = Validation()) async throws(Problem) -> Answered {
    try await ask(RecordRequest(reference, validation: validation))
  }

  /// One page, or all of them as one, and where the origin keeps the first.
  public func list(_ request: ListRequest) async throws(Problem) -> (page: PageBody, location: String?) {
    guard request.extent == .all else {
      let answered = try await ask(request)
      return (try PageBody(answered.body), answered.location)
    }
    var items: [JSON] = []
    var counted = 0
    var location: String?
    try await stream(.cache, request.request) { reply throws(Problem) in
      if let problem = reply.problem { throw problem }
      let answered = try ListRequest.answer(reply)
      location = location ?? answered.location
      let page = try PageBody(answered.body)
      counted = max(counted, page.count + (page.missing ?? 0))
      items += page.items
    }
    let missing = counted > items.count ? counted - items.count : nil
    return (PageBody(kind: request.kind, page: 1, pages: 1, count: items.count, missing: missing, items: items), location)
  }

  /// Names and references of every record of the kinds `wanted`, in their order. Costs one streamed list a kind.
  public func names(of wanted: [KindName], kinds: Kinds) async throws(Problem) -> [NameIndex.Entry] {
    let parts = await withTaskGroup(of: NamesOfKind.self) { group in
      for kind in wanted { group.addTask { await names(of: kind, kinds) } }
      var parts: [KindName: NamesOfKind] = [:]
      while let part = await group.next() { parts[part.kind] = part }
      return parts
    }
    var entries: [NameIndex.Entry] = []
    for kind in wanted {
      guard let part = parts[kind] else { continue }
      if let problem = part.problem { throw problem }
      entries += part.entries
    }
    return entries
  }

  private func names(of kind: KindName, _ kinds: Kinds) async -> NamesOfKind {
    do throws(Problem) {
      let page = try await list(ListRequest(kind, .all)).page
      let entries = page.items.compactMap { item -> NameIndex.Entry? in
        guard let id = item["id"]?.int, let name = kinds.name(of: item, kind) else { return nil }
        return NameIndex.Entry(Reference(kind, id), name)
      }
      return NamesOfKind(kind: kind, entries: entries, problem: nil)
    } catch {
      return NamesOfKind(kind: kind, entries: [], problem: error)
    }
  }
}

/// What came of asking for the names of one kind. Not a `Result`: in a tuple that leaves a task group, the optimiser of Swift 6.3.1 reads
/// the payload of the wrong case.
private struct NamesOfKind: Sendable {
  let kind: KindName
  let entries: [NameIndex.Entry]
  let problem: Problem?
}
