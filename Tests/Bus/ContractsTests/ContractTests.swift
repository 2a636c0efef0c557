import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Contracts

/// Requests and answers survive encoding and decoding.
@Suite struct ContractTests {
  static let people = KindName.people
  static let luke = Reference(people, 1)

  private func roundTrip<C: Contract>(_ requests: [C]) throws {
    for request in requests { #expect(try C(request.request) == request) }
  }

  @Test func `requests survive a round trip`() throws {
    try roundTrip([
      RecordRequest(Self.luke), RecordRequest(Self.luke, validation: Validation(entityTag: "\"x\"", revalidate: true)),
      RecordRequest(Self.luke, validation: Validation(onlyIfCached: true)),
    ])
    try roundTrip([
      ListRequest(Self.people), ListRequest(Self.people, .page(3), sort: "name", descending: true),
      ListRequest(Self.people, .all, search: "pad mé&="),
    ])
    try roundTrip([PurgeRequest(.everything), PurgeRequest(.kind(Self.people)), PurgeRequest(.record(Self.luke))])
    try roundTrip([KindsRequest(), KindsRequest(validation: Validation(entityTag: "\"1\"", onlyIfCached: true))])
    try roundTrip([StatsRequest()])
    try roundTrip([OriginRequest()])
    try roundTrip([
      NamesRequest([Self.luke]), NamesRequest([Reference(.films, 2), Self.luke, Self.luke], validation: Validation(revalidate: true)),
    ])
    try roundTrip([NameLookupRequest("pad mé&=", kind: Self.people), NameLookupRequest("", validation: Validation(onlyIfCached: true))])
    try roundTrip([
      SearchRequest("luke"), SearchRequest("mass>100 & \"x y\" +", kind: Self.people, limit: 3, mayAskOrigin: false), SearchRequest(""),
    ])
    try roundTrip([SuggestRequest(""), SuggestRequest("pad mé", kind: Self.people, limit: 50)])
    try roundTrip([HistoryRequest.Change.none, .remember("luke & leia"), .remove("luke"), .removeAll].map { HistoryRequest($0, limit: 5) })
    try roundTrip([nil, 0, 3].map { PathRequest(from: Self.luke, to: Reference(.people, 16), alternative: $0) })
    try roundTrip([ExportRequest(after: "2:17 a&b"), ExportRequest()])
    try roundTrip([ImportRequest([65, 10])])
    try roundTrip([VerifyRequest(after: "7", repairs: true), VerifyRequest()])
    #expect(NamesRequest([Self.luke]).request.hasUnorderedParts)
    for target in ["/kinds", "/people", "/names/1", "/names?like=luke"] { #expect(try NamesRequest(request(target)) == nil) }
    for target in ["/kinds", "/people", "/names/1", "/names?of=people/1"] { #expect(try NameLookupRequest(request(target)) == nil) }
  }

  @Test(arguments: [
    ("/people/0", "path"), ("/people/x", "path"), ("/people/01", "path"), ("/PEOPLE/1", "path"), ("/people?page=0", "page"),
    ("/people?page=x", "page"), ("/people?page=%2B1", "page"), ("/people?order=up", "order"), ("/Pe%20ople", "path"),
    ("/search?q=luke&sort=name&order=up", "order"), ("/search?q=luke&order=descending", "order"), ("/search", "q"),
    ("/search?q=x&limit=0", "limit"), ("/search?q=x&limit=501", "limit"), ("/search?q=x&kind=A", "kind"), ("/suggest?limit=51", "limit"),
    ("PUT /history", "q"), ("PUT /history?q=+", "q"), ("/path?to=people/1", "from"), ("/path?from=people/1&to=luke", "to"),
    ("/path?from=people/1&to=people/2&alternative=-1", "alternative"), ("/names", "of"), ("/names?of=", "of"), ("/names?of=people/0", "of"),
    ("/names?of=people/1&of=luke", "of"), ("/names?of=http://x/people/1", "of"), ("/names?kind=people", "of"),
    ("/names?like=luke&of=people/1", "of"), ("/names?like=luke&kind=No%20Kind", "kind"),
    ("/names?like=\(String(repeating: "a", count: NameLookupRequest.maxTextLength + 1))", "like"),
  ])
  func `an invalid request is a 400 that names the field`(head: String, field: String) throws {
    let words = head.split(separator: " ")
    var request = try request(String(words[words.count - 1]))
    if words.count > 1 { request.method = String(words[0]) }
    let problem = #expect(throws: Problem.self) {
      _ = try SearchRequest(request)
      _ = try SuggestRequest(request)
      _ = try HistoryRequest(request)
      _ = try PathRequest(request)
      _ = try NamesRequest(request)
      _ = try NameLookupRequest(request)
      _ = try RecordRequest(request)
      _ = try ListRequest(request)
    }
    #expect(problem?.status == 400)
    #expect(problem?.extensions["field"]?.string == field)
  }

  @Test(arguments: [("", nil), ("&sort=name", false), ("&sort=name&order=ascending", false), ("&sort=name&order=descending", true)])
  func `the order of a search is ascending unless the request says otherwise`(query: String, isDescending: Bool?) throws {
    let decoded = try SearchRequest(request("/search?q=luke" + query))
    #expect(decoded?.order == isDescending.map { SearchOrder("name", isDescending: $0) })
  }

  @Test func `answers survive a round trip`() throws {
    let response = CachedResponse(
      body: [123, 125], entityTag: "\"e\"", location: "http://x/api/people/1/", age: 5, cacheStatus: "holocron; hit",
      origin: OriginIdentity("http://x/api"))
    #expect(CachedResponse(response.reply) == response)
    #expect(try KindsRequest.answer(KindsRequest.reply([Self.people])) == [Self.people])
    #expect(try OriginRequest.answer(OriginRequest.reply(.embedded)) == .embedded)
    #expect(try PurgeRequest.answer(PurgeRequest.reply(3)) == 3)
    var page = PageBody(kind: Self.people, page: 2, pages: 9, count: 82, items: [["id": 1]])
    #expect(try PageBody(page.json.bytes()) == page)
    #expect(page.json.object?.names == ["kind", "page", "pages", "count", "items"])
    page.missing = 50
    #expect(try PageBody(page.json.bytes()) == page)
  }

  @Test(arguments: [
    ("holocron; hit; ttl=-5; detail=stale-if-error", "stale-if-error"), ("holocron;hit;detail=failed-recently", "failed-recently"),
    ("holocron; hit; ttl=5", nil), ("holocron; fwd=miss; fwd-status=200; stored", nil), ("", nil), (nil, nil),
  ])
  func `the detail of a cache status is its parameter of this name`(cacheStatus: String?, detail: String?) {
    #expect(CachedResponse(body: [], cacheStatus: cacheStatus).cacheDetail == detail)
  }

  @Test func `a malformed reply is a 502`() {
    func isRefused(_ content: String, _ read: (Reply) throws -> Void) {
      let problem = #expect(throws: Problem.self) { try read(Reply(content: Array(content.utf8))) }
      #expect(problem?.status == 502)
    }
    isRefused("[]") { _ = try PageBody($0.content) }
    isRefused("{}") { _ = try KindsRequest.answer($0) }
    isRefused(#"{"origin":""}"#) { _ = try OriginRequest.answer($0) }
    isRefused("") { _ = try PurgeRequest.answer($0) }
    isRefused("[]") { _ = try SearchRequest.answer($0) }
    isRefused("{}") { _ = try PathRequest.answer($0) }
    isRefused("") { _ = try HistoryRequest.answer($0) }
    isRefused("{}") { _ = try NamesRequest.answer($0) }
    isRefused(#"{"kind":"people","id":1}"#) { _ = try NameLookupRequest.answer($0) }
  }

  /// Otherwise a peer could end a process with two numbers whose sum is too large.
  @Test func `the numbers of a page have limits`() throws {
    let page = try PageBody(
      Array(#"{"kind":"people","page":1,"pages":1,"count":9223372036854775807,"missing":9223372036854775807,"items":[]}"#.utf8))
    #expect(page.count == PageBody.maxCount && page.missing == PageBody.maxCount)
    let numbers = try PageBody(
      Array(#"{"kind":"people","page":9223372036854775807,"pages":9223372036854775807,"count":1,"items":[]}"#.utf8))
    #expect(numbers.page == PageBody.maxCount && numbers.pages == PageBody.maxCount)
    for numbers in [#""page":0,"pages":1,"count":0"#, #""page":1,"pages":0,"count":0"#, #""page":1,"pages":1,"count":-1"#] {
      #expect(throws: Problem.self) { try PageBody(Array(#"{"kind":"people",\#(numbers),"items":[]}"#.utf8)) }
    }
  }

  @Test(arguments: [
    (Topic.changed(luke), "changed/people/1"), (.listChanged(people), "changed/people"), (.confirmed(luke), "confirmed/people/1"),
    (.listConfirmed(people), "confirmed/people"), (.fetchFailed(luke), "fetch/failed/people/1"), (.purged(.everything), "purged"),
    (.purged(.kind(people)), "purged/people"), (.purged(.record(luke)), "purged/people/1"), (.originAnnounced, "fetch/origin"),
    (.historyChanged, "history/changed"), (.workerJoined("holocron.cache"), "worker/joined/holocron.cache"),
    (.workerLeft("x"), "worker/left/x"),
  ])
  func `topics survive a round trip`(topic: Topic, text: String) {
    #expect(topic.text == text)
    #expect(Topic(text) == topic)
  }

  @Test(arguments: [
    "", "changed", "changed/people/x", "purged/people/x", "fetch/failed", "fetch/failed/people", "fetch/done/people/1", "history",
    "worker/up/x",
    "worker",
  ])
  func `topics of other publishers are ignored`(text: String) {
    #expect(Topic(text) == nil)
  }

  @Test(arguments: [
    (BusError.Code.deadlineExceeded, 504, ProblemType.deadline), (.unreachable, 503, ProblemType.noBus),
    (.connectionLost, 503, ProblemType.connectionLost), (.untrusted, 503, ProblemType.untrusted),
    (.unauthorized, 503, ProblemType.unauthorized), (.invalid, 400, ProblemType.badRequest), (.tooLarge, 413, ProblemType.badRequest),
  ])
  func `failures of the bus are converted to problems`(code: BusError.Code, status: Int, type: String) {
    let problem = Problem(BusError(code, "why"))
    #expect(problem.status == status)
    #expect(problem.type == type)
    #expect(problem.detail == "why")
  }

  private func request(_ target: String) throws -> Request { Request("GET", try #require(Target(parsing: target))) }

  @Test(arguments: [
    ("embedded", true), ("http://127.0.0.1:1138/api", true), ("", false), ("a b", false), ("http://ä/", false), ("a\u{1B}", false),
    (String(repeating: "a", count: 2_048), true), (String(repeating: "a", count: 2_049), false),
  ])
  func `an identity is visible ASCII of limited length`(text: String, isValid: Bool) {
    #expect((OriginIdentity(text) != nil) == isValid)
    #expect((OriginIdentity([OriginIdentity.field: text] as Fields) != nil) == isValid)
  }

  @Test(
    arguments: [
      ("embedded", nil), ("https://a.example/api", nil), ("http://127.0.0.1:1138/api,http://localhost/api", nil),
      ("http://127.0.0.1/api,http://a.example:81/api", "http://a.example:81"),
    ] as [(String, String?)])
  func `a server that is asked over plain http on another machine has a warning`(identity: String, server: String?) {
    #expect(OriginIdentity(identity)?.plainHTTPWarning?.split(separator: " ").first.map(String.init) == server)
  }
}
