import Catalogue
import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Networking

/// Direct calls of the fetch service, without a bus.
@Suite struct FetchServiceTests {
  /// Returns the parts followed by the final reply.
  func ask(_ request: Request, of service: FetchService = FetchService(EmbeddedOrigin())) async -> [Reply] {
    let parts = Shared<[Reply]>([])
    let final = await service.answer(request, parts: ReplyParts { part in parts.change { $0.append(part) } })
    return parts.value + [final]
  }

  func page(_ reply: Reply?) throws -> PageBody { try PageBody(try #require(reply).content) }

  func names(_ replies: [Reply]) throws -> [String] {
    try replies.flatMap { try PageBody($0.content).items }.compactMap { $0["name"]?.string ?? $0["title"]?.string }
  }

  @Test func `a record is returned as its canonical bytes`() async throws {
    let reply = await ask(RecordRequest(luke).request)[0]
    #expect(reply.status == 200)
    let record = try Catalogue.standard.record(luke)
    #expect(reply.content == record.canonical.bytes())
    #expect(reply.fields["etag"] != nil)
  }

  @Test func `a matching entity tag returns 304`() async throws {
    let tag = await ask(RecordRequest(luke).request)[0].fields["etag"]
    let reply = await ask(RecordRequest(luke, validation: Validation(entityTag: tag)).request)[0]
    #expect(reply.status == 304)
    #expect(reply.content.isEmpty)
    #expect(reply.fields["etag"] == tag)
    let list = await ask(ListRequest(people).request)[0]
    let again = await ask(ListRequest(people, validation: Validation(entityTag: list.fields["etag"])).request)[0]
    #expect(again.status == 304)
  }

  @Test func `a page is in the origin's order`() async throws {
    let body = try page(await ask(ListRequest(people, .page(2)).request).first)
    #expect((body.kind, body.page, body.pages, body.count, body.items.count) == (people, 2, 9, 82, 10))
    #expect(body.items.first?["id"]?.int == 11)
  }

  @Test func `all pages are sent in order as parts`() async throws {
    let replies = await ask(ListRequest(people, .all).request)
    #expect(replies.count == 9)
    #expect(try replies.map { try PageBody($0.content).page } == Array(1...9))
    #expect(try names(replies) == Catalogue.standard.records(of: people).map(\.name))
  }

  @Test func `a list of one page is one reply`() async throws {
    let replies = await ask(ListRequest(films, .all).request)
    #expect(try replies.map { try PageBody($0.content).items.count } == [6])
  }

  @Test func `searches are sent to the origin`() async throws {
    #expect(try page(await ask(ListRequest(people, search: "sky").request).first).count == 3)
    #expect(try names(await ask(ListRequest(people, .all, search: "sky").request)).count == 3)
    #expect(try page(await ask(ListRequest(people, search: "no such name").request).first).items.isEmpty)
  }

  @Test func `sorting applies to the whole list`() async throws {
    let all = try Catalogue.standard.records(of: people)
    let sorted = try #require(Kinds.standard[people]).sorted(all, by: "name", descending: true).map(\.name)
    #expect(try names(await ask(ListRequest(people, .page(2), sort: "name", descending: true).request)) == Array(sorted[10..<20]))
    let replies = await ask(ListRequest(people, .all, sort: "name", descending: true).request)
    #expect(replies.count == 9)
    #expect(try names(replies) == sorted)
  }

  @Test func `descending without a sort key reverses the origin's order`() async throws {
    let reply = await ask(ListRequest(people, descending: true).request)[0]
    #expect(try PageBody(reply.content).items.first?["id"]?.int == 83)
  }

  @Test func `kinds are the origin's`() async throws {
    let reply = await ask(KindsRequest().request)[0]
    #expect(try KindsRequest.answer(reply) == Catalogue.standard.kinds)
  }

  @Test func `every reply names the origin`() async throws {
    let found = await ask(ListRequest(people, .all).request) + ask(RecordRequest(luke).request) + ask(KindsRequest().request)
    let refused = await ask(RecordRequest(Reference(people, 17)).request) + ask(Request("GET", Target([])))
    #expect((found + refused).allSatisfy { $0.fields["holocron-origin"] == "embedded" })
    let failing = FetchService(FailingOrigin(error: OriginError(.connectionLost, "broken")))
    #expect(await ask(RecordRequest(luke).request, of: failing)[0].fields["holocron-origin"] == "http://failing.example/api")
  }

  /// `GET /origin` succeeds although the origin fails.
  @Test func `the identity is returned without contacting the origin`() throws {
    let service = FetchService(FailingOrigin(error: OriginError(.connectionLost, "broken")))
    let reply = try #require(service.answerAtOnce(OriginRequest().request))
    #expect(try OriginRequest.answer(reply).text == "http://failing.example/api")
    #expect(reply.fields["holocron-origin"] == "http://failing.example/api")
    #expect(service.answerAtOnce(RecordRequest(luke).request) == nil)
  }

  @Test(arguments: [RecordRequest(luke).request, ListRequest(people).request, KindsRequest().request, OriginRequest().request])
  func `a request pinned to another origin is misdirected`(request: Request) async throws {
    var pinned = request
    pinned.fields["holocron-origin"] = "embedded"
    #expect(await ask(pinned)[0].status == 200)
    pinned.fields["holocron-origin"] = "http://a.example/api"
    let reply = await ask(pinned)[0]
    #expect(reply.status == 421)
    #expect(reply.problem?.type == ProblemType.misdirected)
    #expect(reply.problem?.extensions["origin"] == "embedded")
    #expect(reply.problem?.extensions["asked-origin"] == "http://a.example/api")
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
    (Request("GET", Target(["people"], query: [.init("sort", "shoe-size")])), 400, ProblemType.badRequest),
    (Request("GET", Target(["people"], query: [.init("sort", "name"), .init("page", "99")])), 404, ProblemType.notFound),
  ])
  func `invalid requests are answered with a problem`(request: Request, status: Int, type: String) async {
    let problem = await ask(request)[0].problem
    #expect(problem?.status == status)
    #expect(problem?.type == type)
    #expect(problem?.detail?.isEmpty == false)
  }

  @Test func `an unknown kind cannot be sorted`() async {
    let problem = await ask(Request("GET", Target(["droids"], query: [.init("sort", "name")])))[0].problem
    #expect(problem?.extensions["field"] == "sort")
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
    let problem = try #require(await ask(RecordRequest(luke).request, of: service)[0].problem)
    #expect(problem.status == failure.status)
    #expect(problem.type == failure.type)
    #expect(problem.detail?.contains(failure.error.message) == true)
    #expect(problem.extensions["origin"] == "http://failing.example/api")
    #expect(problem.extensions["origin-status"]?.int == failure.error.status)
    #expect(problem.retryAfter == failure.error.retryAfter.map { $0 == .seconds(60) ? 60 : 2 })
    let topics = announced.value.map(\.topic)
    #expect(topics == (failure.type == ProblemType.origin ? ["fetch/failed/people/1"] : []))
  }

  /// Returns the error for a caller whose deadline passed.
  private static func callerTimeout(wasSent: Bool) -> OriginError {
    var error = OriginError(.timedOut, "late")
    error.callerTimedOut = true
    error.wasSent = wasSent
    return error
  }

  @Test func `a failure in the middle of a list ends the stream`() async {
    let replies = await ask(
      ListRequest(people, .all).request, of: FetchService(FailingOrigin(error: OriginError(.connectionLost, "broken"), pages: 3)))
    #expect(replies.last?.status == 502)
    #expect(replies.dropLast().allSatisfy { $0.status == 200 })
  }

  @Test func `the caller's deadline is respected`() async {
    let service = FetchService(FailingOrigin(error: OriginError(.timedOut, "late")))
    var request = RecordRequest(luke).request
    request.deadline = .zero
    #expect(await ask(request, of: service)[0].status == 504)
  }
}

/// An origin that returns a few pages of one record each and otherwise throws an error.
struct FailingOrigin: Origin {
  let error: OriginError
  var pages = 0
  let identity = OriginIdentity("http://failing.example/api") ?? .embedded

  func kinds(_ context: FetchContext) throws(OriginError) -> [KindName] { throw error }

  func record(_ reference: Reference, _ context: FetchContext) throws(OriginError) -> OriginResponse<Record> { throw error }

  func page(_ number: Int, of kind: KindName, search: String?, _ context: FetchContext) throws(OriginError) -> OriginResponse<OriginPage> {
    guard number <= pages else { throw error }
    return OriginResponse(
      OriginPage(records: [Record(unknown: Reference(kind, number), extras: [:])], number: number, pages: 9, count: 9), entityTag: nil)
  }

  func close() {}
}
