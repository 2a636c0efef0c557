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

  /// Throws a 502 when the answer is another record than `reference`.
  public func record(_ reference: Reference, validation: Validation = Validation()) async throws(Problem) -> AnsweredRecord {
    try AnsweredRecord(try await ask(RecordRequest(reference, validation: validation)), for: reference)
  }

  /// One page of a list, and what the answer says of it. Throws a 502 when it is another page.
  public func page(_ number: Int, of request: ListRequest) async throws(Problem) -> (page: PageBody, answered: CachedResponse) {
    var request = request
    request.extent = .page(number)
    let answered = try await ask(request)
    return (try PageBody(answered.body).checked(request.kind, number: number), answered)
  }

  /// One page, or all of them as one. Throws a 502 when a page is not the one that comes next. A list whose pages turn out to be of two origins is
  /// asked for again, three times in all; then a 503 is thrown.
  public func list(_ request: ListRequest) async throws(Problem) -> AnsweredList {
    if case .page(let number) = request.extent {
      let (page, answered) = try await page(number, of: request)
      return AnsweredList(page: page, location: answered.location, origin: answered.origin)
    }
    var readings = 1
    while true {
      do throws(Problem) { return try await wholeList(request) } catch {
        guard error.type == ProblemType.misdirected, readings < 3 else { throw error }
        readings += 1
      }
    }
  }

  private func wholeList(_ request: ListRequest) async throws(Problem) -> AnsweredList {
    var list = AnsweredList(page: PageBody(kind: request.kind, page: 1, pages: 1, count: 0, items: []))
    var number = 0
    var counted = 0
    try await stream(.cache, request.request) { reply throws(Problem) in
      if let problem = reply.problem { throw problem }
      let answered = try ListRequest.answer(reply)
      number += 1
      let page = try PageBody(answered.body).checked(request.kind, number: number)
      if number > 1, answered.origin != list.origin { throw .mixed(request.kind, list.origin, answered.origin) }
      list.location = list.location ?? answered.location
      list.origin = answered.origin
      list.page.items += page.items
      counted = max(counted, page.count + (page.missing ?? 0))
    }
    let given = list.page.items.count
    list.page.count = given
    list.page.missing = counted > given ? counted - given : nil
    return list
  }

  /// A shortest chain of references. Throws a 502 when the answer connects other records.
  public func path(_ request: PathRequest) async throws(Problem) -> ReferencePath {
    try await ask(request, of: .search).checked(request)
  }
}

extension Problem {
  /// The pages of two origins are no list.
  fileprivate static func mixed(_ kind: KindName, _ first: OriginIdentity?, _ second: OriginIdentity?) -> Problem {
    func name(_ origin: OriginIdentity?) -> String { origin?.text ?? "an origin without a name" }
    return Problem(
      503, "the origin changed while a list was read",
      detail: "the list of \(kind) began with pages of \(name(first)) and went on with pages of \(name(second)); ask again",
      type: ProblemType.misdirected)
  }
}
