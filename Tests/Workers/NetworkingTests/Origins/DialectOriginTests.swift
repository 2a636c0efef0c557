import Dialects
import MessageBus
import Models
import OrderedJSON
import Origin
import ServiceTestSupport
import TestSupport
import Testing

@testable import Networking

/// Servers of the dialects without pages or with envelopes: how many requests they get, and what they send that the embedded catalogue does not.
@Suite struct DialectOriginTests {
  static let infoRoot = #"{"films":"https://swapi.info/api/films","people":"https://swapi.info/api/people"}"#
  static let techRoot =
    #"{"message":"ok","result":{"films":"https://www.swapi.tech/api/films","people":"https://www.swapi.tech/api/people"}}"#

  /// Runs a scripted server, whose answers depend on the target, and an origin for it.
  private func with(
    _ answer: @escaping @Sendable (_ target: String, _ number: Int) -> ScriptedServer.Step, dialect: String? = nil,
    _ body: (HTTPOrigin, ScriptedServer) async throws -> Void
  ) async throws {
    let server = try await ScriptedServer.start { head, number in
      [answer(String(head.split(separator: " ").dropFirst().first ?? ""), number)]
    }
    do { try await withHTTPOrigin(server.base, dialect: dialect) { try await body($0, server) } } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func serving(_ name: String) throws -> any Dialect {
    try #require(Dialects.standard.all.first { $0.name == name })
  }

  // MARK: - Number of requests

  @Test func `a list in one document is one page`() async throws {
    try await withOrigin(dialect: try serving("swapi-info")) { base, responses in
      try await withHTTPOrigin(base, dialect: "swapi-info") { origin in
        let first = try await origin.page(1, of: people)
        let page = try #require(first.content)
        #expect((page.pages, page.count, page.number) == (1, 82, 1))
        #expect(page.records == (try Catalogue.standard.records(of: people)))
        #expect(try await origin.page(1, of: people, entityTag: first.entityTag).content == nil)
        #expect(try await origin.page(1, of: people, search: "sky").content?.records.count == 3)
        let error = await #expect(throws: OriginError.self) { try await origin.page(2, of: people) }
        #expect((error?.code, error?.pages) == (.notFound, 1))
        #expect(responses.all.map(\.status) == [200, 304, 200])
        #expect(Set(responses.all.map(\.target)) == ["/api/people"])
      }
    }
  }

  /// The server answers 100 requests in 15 minutes.
  @Test func `expanded lists need one request for each kind`() async throws {
    try await withOrigin(dialect: try serving("swapi-tech")) { base, responses in
      try await withHTTPOrigin(base) { origin in
        for kind in Catalogue.standard.kinds {
          let page = try #require(try await origin.page(1, of: kind).content)
          let all = try Catalogue.standard.records(of: kind)
          #expect(page.records == all)
          #expect((page.count, page.pages) == (all.count, 1))
        }
        #expect(responses.all.count == 7)
        #expect(responses.all.first?.target == "/api/")
        #expect(responses.all.contains { $0.target == "/api/people?page=1&limit=10000&expanded=true" })
      }
    }
  }

  // MARK: - Validators

  /// The documents differ in the time of the answer only.
  @Test func `times in documents are not changes`() async throws {
    let luke = #"{"uid":"1","properties":{"name":"Luke Skywalker","mass":"77","created":"TIME","edited":"TIME"}}"#
    try await with(
      { target, number in
        let time = "2025-09-15T09:37:19.\(100 + number)Z"
        let body =
          switch target {
          case "/api/people/1": #"{"message":"ok","result":\#(luke),"timestamp":"TIME"}"#
          case "/api/films": #"{"message":"ok","result":[{"uid":"1","properties":{"title":"A New Hope"}}],"timestamp":"TIME"}"#
          default: #"{"message":"ok","total_records":1,"total_pages":1,"results":[\#(luke)],"timestamp":"TIME"}"#
          }
        return .answer(
          body.replacing("TIME", with: time), fields: [#"etag: W/"\#(number)""#, "last-modified: Mon, 15 Sep 2025 09:37:19 GMT"])
      }, dialect: "swapi-tech"
    ) { origin, server in
      let record = try await origin.record(Reference(people, 1))
      #expect(record.fields["etag"] == nil)
      #expect(record.fields["last-modified"] == nil)
      #expect(try await origin.record(Reference(people, 1)).entityTag == record.entityTag)
      #expect(try await origin.record(Reference(people, 1), entityTag: record.entityTag).content == nil)
      #expect(try await origin.record(Reference(people, 1), entityTag: "\"other\"").content == record.content)
      for kind in [people, films] {
        let page = try await origin.page(1, of: kind)
        #expect(page.entityTag != nil && page.content?.count == 1)
        #expect(try await origin.page(1, of: kind, entityTag: page.entityTag).content == nil)
      }
      // The server does not know the tags, so it is not asked about them.
      #expect(server.heads.allSatisfy { !$0.lowercased().contains("if-none-match") })
    }
  }

  @Test func `a change of a record is a change`() async throws {
    try await with({ _, number in .answer(#"{"result":{"properties":{"name":"Luke","mass":"\#(70 + number)"}}}"#) }, dialect: "swapi-tech")
    {
      origin, _ in
      let first = try await origin.record(Reference(people, 1))
      let second = try await origin.record(Reference(people, 1), entityTag: first.entityTag)
      #expect(second.content?.originValue("mass") == .text("72"))
      #expect(second.entityTag != first.entityTag)
    }
  }

  // MARK: - Quirks

  @Test func `dangling links, missing fields and numbers are accepted`() async throws {
    let list =
      #"[{"name":"Luke","height":172,"mass":"77","films":["https://swapi.info/api/films/1","https://swapi.info/api/films/7"],"#
      + #""url":"https://swapi.info/api/people/1"},{"name":"Leia","homeworld":null,"url":"http://elsewhere/api/people/5/"},"#
      + #"{"name":"no link"},7]"#
    try await with { target, _ in
      switch target {
      case "/api/": .answer(Self.infoRoot)
      case "/api/people", "/api/people/", "/api/films/": .answer(list)
      default: .answer(#"{"message":"Resource not found"}"#, status: 404)
      }
    } _: { origin, server in
      let page = try #require(try await origin.page(1, of: people).content)
      #expect(page.records.map(\.name) == ["Luke", "Leia"])
      // The items that are no records count, so that the list does not look complete.
      #expect(page.count == 4)
      #expect(page.records.first?.originValue("height") == .text("172"))
      #expect(page.records.first?.originValue("films") == .references([Reference(films, 1), Reference(films, 7)]))
      #expect(page.records.last?.originValue("mass") == .missing)
      let error = await #expect(throws: OriginError.self) { try await origin.record(Reference(films, 7)) }
      #expect(error?.code == .notFound)
      #expect(server.targets.contains("/api/films/7"))
    }
  }

  @Test func `the limit of requests is reported in the server's words`() async throws {
    try await with(
      { _, _ in .answer("Maximum requests reached. Try again later.", status: 429, fields: ["retry-after: 900"], type: "text/html") },
      dialect: "swapi-tech"
    ) { origin, _ in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .throttled)
      #expect(error?.message.contains("Maximum requests reached") == true)
      #expect(error?.retryAfter ?? .zero > .seconds(800))
    }
  }

  // MARK: - Detection

  @Test func `a paged server without slashes is of the original dialect`() async throws {
    try await with { target, _ in
      switch target {
      case "/api/": .answer(Self.infoRoot)
      case "/api/films/": .answer(#"{"count":0,"next":null,"previous":null,"results":[]}"#)
      case "/api/people/1/": .luke
      default: .answer("", status: 404)
      }
    } _: { origin, server in
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
      #expect(server.targets == ["/api/", "/api/films/", "/api/people/1/"])
    }
  }

  @Test func `a server of files may serve lists without slashes only`() async throws {
    try await with { target, _ in
      switch target {
      case "/api/": .answer(Self.infoRoot)
      case "/api/films": .answer(#"[{"title":"A New Hope","url":"https://swapi.info/api/films/1"}]"#)
      case "/api/people/1": .luke
      default: .answer(#"{"message":"Resource not found"}"#, status: 404)
      }
    } _: { origin, server in
      let record = try await origin.record(luke).content
      #expect(record?.name == "Luke Skywalker")
      #expect(server.targets == ["/api/", "/api/films/", "/api/films", "/api/people/1"])
    }
  }

  @Test(arguments: [
    (#"{"openapi":"3.0","paths":{}}"#, "application/json", "is not in a known dialect"), ("[1,2]", "application/json", "an API root"),
    ("<h1>Welcome</h1>", "text/html", "not JSON (content type: text/html)"),
  ])
  func `another server is described`(_ root: String, _ type: String, _ seen: String) async throws {
    try await with { _, _ in
      .answer(root, type: type)
    } _: { origin, _ in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.code == .malformed)
      #expect(error?.message.contains(seen) == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("(swapi, swapi-info, swapi-tech)") == true)
      #expect(error?.message.contains("--dialect") == true)
    }
  }

  @Test func `a list in no dialect is described`() async throws {
    try await with { target, _ in
      target == "/api/" ? .answer(Self.infoRoot) : .answer(#"{"items":[]}"#)
    } _: { origin, _ in
      let error = await #expect(throws: OriginError.self) { try await origin.record(luke) }
      #expect(error?.message.contains("the list of films of ") == true)
    }
  }

  /// The root and a record in one dialect, then in another one.
  @Test func `a server that changes its dialect is understood after one failure, and a damaged document leads to one detection`()
    async throws
  {
    let isChanged = Shared(false)
    let record = #"{"message":"ok","result":{"uid":"1","properties":{"name":"Luke Skywalker","url":"https://x/api/people/1"}}}"#
    try await with { target, _ in
      switch target {
      case "/api/": isChanged.value ? .answer(Self.techRoot) : .root
      case "/api/people/2/", "/api/people/2": .answer("[]")
      default: isChanged.value ? .answer(record) : .luke
      }
    } _: { origin, server in
      let before = try await origin.record(luke).content
      #expect(before?.name == "Luke Skywalker")
      isChanged.change { $0 = true }
      await #expect(throws: OriginError.self) { try await origin.record(luke) }
      let after = try await origin.record(luke).content
      #expect(after?.name == "Luke Skywalker")
      for _ in 0..<3 {
        let error = await #expect(throws: OriginError.self) { try await origin.record(Reference(people, 2)) }
        #expect(error?.code == .malformed)
      }
      #expect(server.targets.count { $0 == "/api/" } == 2)
    }
  }
}
