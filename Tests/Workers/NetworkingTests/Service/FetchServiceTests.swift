import Contracts
import MessageBus
import Models
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Direct calls of the fetch service, without a bus.
@Suite struct FetchServiceTests {
  func ask(_ request: Request, of service: FetchService = FetchService(EmbeddedOrigin())) async -> Reply {
    await service.answer(request, parts: ReplyParts { _ in })
  }

  func page(_ reply: Reply) throws -> PageBody { try PageBody(reply.content) }

  @Test func `a matching entity tag returns 304`() async throws {
    let tag = await ask(RecordRequest(luke).request).fields["etag"]
    let reply = await ask(RecordRequest(luke, validation: Validation(entityTag: tag)).request)
    #expect(reply.status == 304)
    #expect(reply.content.isEmpty)
    #expect(reply.fields["etag"] == tag)
    let list = await ask(ListRequest(people).request)
    let again = await ask(ListRequest(people, validation: Validation(entityTag: list.fields["etag"])).request)
    #expect(again.status == 304)
  }

  @Test(arguments: ["\"a\u{1}b\"", "\"\(String(repeating: "a", count: 4_096))\""])
  func `a validator that an origin would reject is ignored`(text: String) async throws {
    try await withServer { _, _ in
      [.luke]
    } _: { server in
      try await withHTTPOrigin(server.base) { origin in
        let request = RecordRequest(luke, validation: Validation(entityTag: text, modifiedSince: text)).request
        #expect(await ask(request, of: FetchService(origin)).status == 200)
        #expect(!server.heads.contains { $0.lowercased().contains("\r\nif-") })
      }
    }
  }

  /// Whole and sorted lists are the cache's.
  @Test(arguments: [
    (ListRequest(people, .all), "page"), (ListRequest(people, sort: "name"), "sort"), (ListRequest(people, descending: true), "order"),
  ])
  func `only pages in the origin's order are served`(list: ListRequest, field: String) async {
    let problem = await ask(list.request).problem
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"]?.string == field)
  }

  @Test func `kinds are the origin's`() async throws {
    let reply = await ask(KindsRequest().request)
    #expect(try KindsRequest.answer(reply) == Catalogue.standard.kinds)
  }

  @Test func `every reply names the origin`() async throws {
    let requests = [
      ListRequest(people).request, RecordRequest(luke).request, KindsRequest().request, RecordRequest(Reference(people, 17)).request,
      Request("GET", Target([])),
    ]
    for request in requests { #expect(await ask(request).fields["holocron-origin"] == "embedded") }
    let failing = FetchService(FailingOrigin(error: OriginError(.connectionLost, "broken")))
    #expect(await ask(RecordRequest(luke).request, of: failing).fields["holocron-origin"] == "http://failing.example/api")
  }

  /// `GET /origin` succeeds although the origin fails.
  @Test func `the identity is returned without contacting the origin`() throws {
    let service = FetchService(FailingOrigin(error: OriginError(.connectionLost, "broken")))
    guard case .reply(let reply) = service.handle(OriginRequest().request) else { throw TestSupportError("the reply comes later") }
    #expect(try OriginRequest.answer(reply).text == "http://failing.example/api")
    #expect(reply.fields["holocron-origin"] == "http://failing.example/api")
  }

  @Test(arguments: [RecordRequest(luke).request, ListRequest(people).request, KindsRequest().request, OriginRequest().request])
  func `a request pinned to another origin is misdirected`(request: Request) async throws {
    var pinned = request
    pinned.fields["holocron-origin"] = "embedded"
    #expect(await ask(pinned).status == 200)
    pinned.fields["holocron-origin"] = "http://a.example/api"
    let reply = await ask(pinned)
    #expect(reply.status == 421)
    #expect(reply.problem?.type == ProblemType.misdirected)
    #expect(reply.problem?.extensions["origin"] == "embedded")
    #expect(reply.problem?.extensions["askedOrigin"] == "http://a.example/api")
    #expect(reply.fields["holocron-origin"] == "embedded")
  }

  @Test(arguments: [
    (Request("GET", Target(["people", "17"])), 404, ProblemType.notFound),
    (Request("GET", Target(["people", "0"])), 400, ProblemType.badRequest),
    (Request("GET", Target(["people", "x"])), 400, ProblemType.badRequest),
    (Request("GET", Target(["droids"])), 404, ProblemType.notFound),
    (Request("GET", Target(["People"])), 400, ProblemType.badRequest), (Request("GET", Target([])), 400, ProblemType.badRequest),
    (Request("PUT", Target(["people", "1"])), 400, ProblemType.badRequest),
    (Request("GET", Target(["a", "b", "c"])), 400, ProblemType.badRequest),
    (Request("GET", Target(["people"], query: [.init("page", "99")])), 404, ProblemType.notFound),
    (Request("GET", Target(["people"], query: [.init("page", "zero")])), 400, ProblemType.badRequest),
    (Request("GET", Target(["people"], query: [.init("order", "upside-down")])), 400, ProblemType.badRequest),
  ])
  func `invalid requests are answered with a problem`(request: Request, status: Int, type: String) async {
    let problem = await ask(request).problem
    #expect(problem?.status == status)
    #expect(problem?.type == type)
    #expect(problem?.detail?.isEmpty == false)
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let error: OriginError
    let status: Int
    let type: String
    var testDescription: String { "\(error.code)" }
  }

  @Test(arguments: [
    Failure(error: OriginError(.unreachable, "refused"), status: 502, type: ProblemType.origin),
    Failure(error: OriginError(.connectionLost, "broken"), status: 502, type: ProblemType.origin),
    Failure(error: OriginError(.tlsFailed, "insecure"), status: 502, type: ProblemType.origin),
    Failure(error: OriginError(.redirected, "redirected", status: 301), status: 502, type: ProblemType.origin),
    Failure(error: OriginError(.malformed, "malformed", status: 200), status: 502, type: ProblemType.origin),
    Failure(error: OriginError(.tooLarge, "too large"), status: 502, type: ProblemType.origin),
    Failure(error: OriginError(.errorStatus, "refused", status: 500), status: 502, type: ProblemType.origin),
    Failure(
      error: OriginError(.errorStatus, "refused", status: 503, retryAfter: .milliseconds(1_500)), status: 503, type: ProblemType.origin),
    Failure(error: OriginError(.throttled, "throttled", status: 429, retryAfter: .seconds(60)), status: 429, type: ProblemType.origin),
    Failure(error: OriginError(.timedOut, "late"), status: 504, type: ProblemType.origin),
    Failure(error: callerTimeout(wasSent: true), status: 504, type: ProblemType.origin),
    Failure(error: callerTimeout(wasSent: false), status: 504, type: ProblemType.deadline),
    Failure(error: OriginError(.notFound, "none", status: 404), status: 404, type: ProblemType.notFound),
    Failure(error: OriginError(.cancelled, "cancelled"), status: 499, type: ProblemType.cancelled),
  ])
  func `failures of the origin are converted to problems`(failure: Failure) async throws {
    let announced = Shared<[Event]>([])
    let service = FetchService(FailingOrigin(error: failure.error)) { event in announced.change { $0.append(event) } }
    let problem = try #require(await ask(RecordRequest(luke).request, of: service).problem)
    #expect(problem.status == failure.status)
    #expect(problem.type == failure.type)
    #expect(problem.detail?.contains(failure.error.message) == true)
    #expect(problem.extensions["origin"] == "http://failing.example/api")
    #expect(problem.extensions["originStatus"]?.int == failure.error.status)
    #expect(problem.retryAfter == failure.error.retryAfter.map { $0 == .seconds(60) ? 60 : 2 })
    let topics = announced.value.map(\.topic)
    #expect(topics == (failure.type == ProblemType.origin ? ["fetch/failed/people/1"] : []))
  }

  @Test(arguments: [
    ("http://127.0.0.1:1138/api", "x refused; start it"), ("http://localhost/api", "x refused; start it"),
    ("https://swapi.dev/api", "x refused"), ("embedded", "x refused"),
  ]) func `an unreachable origin is to be started if it is on this machine`(origin: String, detail: String) {
    let problem = Problem(OriginError(.unreachable, "the origin x refused"), origin: origin)
    #expect(problem.title == "the origin cannot be reached")
    #expect(problem.detail == detail)
  }

  /// Returns the error for a caller whose deadline passed.
  private static func callerTimeout(wasSent: Bool) -> OriginError {
    var error = OriginError(.timedOut, "late")
    error.callerTimedOut = true
    error.wasSent = wasSent
    return error
  }

  @Test func `an outage is logged once, and not for each request that meets an earlier failure`() async {
    let log = LogRecorder()
    let health = OriginHealth("x", logger: log.logger)
    var cached = OriginError(.errorStatus, "status 500")
    health.recordFailure(cached)
    health.recordFailure(cached)
    #expect(log.messages == ["origin failing"])
    health.recordSuccess()
    cached.isCached = true
    // Another document is requested again and again.
    for _ in 0..<10 {
      health.recordFailure(cached)
      health.recordFailure(Self.callerTimeout(wasSent: true))
      health.recordFailure(OriginError(.notFound, "none"))
      health.recordSuccess()
    }
    #expect(log.messages == ["origin failing", "origin recovered"])
    var failing = OriginError(.failing, "the circuit is open")
    failing.isCached = true
    health.recordFailure(failing)
    #expect(log.messages == ["origin failing", "origin recovered", "origin failing"])
  }

  @Test(arguments: [true, false]) func `a group in which one server used its share of the time fails like others`(isFirst: Bool)
    async throws
  {
    let late = FailingOrigin(error: Self.callerTimeout(wasSent: true))
    let broken = FailingOrigin(error: OriginError(.errorStatus, "broken", status: 500), identity: .embedded)
    let log = LogRecorder()
    let service = FetchService(try OriginGroup(isFirst ? [late, broken] : [broken, late], logger: .silent), logger: log.logger)
    let problem = try #require(await ask(RecordRequest(luke).request, of: service).problem)
    #expect(problem.type == ProblemType.origin)
    #expect(log.messages == ["origin failing"])
  }

}

/// An origin that fails with an error for every request.
struct FailingOrigin: Origin {
  let error: OriginError
  var identity = OriginIdentity("http://failing.example/api") ?? .embedded

  func fetch(_ query: OriginQuery, _ context: FetchContext, _ finish: @escaping Finish) { finish(.failure(error)) }

  func cancel(_ id: UInt64) {}

  func close() {}
}
