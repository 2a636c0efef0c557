import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import OrderedJSON
import Origin
import Testing

/// The server over real sockets.
@Suite struct OriginServerTests {
  func ask(
    _ url: String, _ method: HTTPMethod = .GET, headers: HTTPHeaders = [:]
  ) async throws -> (head: HTTPClientResponse, body: String) {
    var request = HTTPClientRequest(url: url)
    request.method = method
    request.headers = headers
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    return (response, String(buffer: try await response.body.collect(upTo: 1 << 20)))
  }

  @Test func servesWithTheFieldsOfTheOriginal() async throws {
    try await withOrigin { base, _ in
      let (head, body) = try await ask("\(base)/people/1/")
      #expect(head.status == .ok)
      #expect(head.headers["content-type"] == ["application/json"])
      #expect(head.headers["vary"] == ["Accept, Cookie"])
      #expect(head.headers["allow"] == ["GET, HEAD, OPTIONS"])
      #expect(head.headers["etag"].count == 1)
      for absent in ["cache-control", "expires", "last-modified"] { #expect(head.headers[absent].isEmpty) }
      #expect(try JSON(parsing: body)["homeworld"] == .string("\(base)/planets/1/"))
    }
  }

  @Test func headIsGetWithoutTheBody() async throws {
    try await withOrigin { base, _ in
      let get = try await ask("\(base)/films/")
      let head = try await ask("\(base)/films/", .HEAD)
      #expect(head.body.isEmpty)
      #expect(head.head.headers["content-length"] == [String(get.body.utf8.count)])
      #expect(head.head.headers["etag"] == get.head.headers["etag"])
    }
  }

  @Test func revalidates() async throws {
    try await withOrigin { base, _ in
      let tag = try #require(try await ask("\(base)/films/1/").head.headers["etag"].first)
      let (head, body) = try await ask("\(base)/films/1/", headers: ["if-none-match": tag])
      #expect(head.status == .notModified)
      #expect(head.headers["etag"].isEmpty)
      #expect(body.isEmpty)
    }
  }

  @Test func linksFollowTheHostAndTheProxy() async throws {
    try await withOrigin { base, _ in
      let (_, body) = try await ask("\(base)/people/", headers: ["host": "swapi.example", "x-forwarded-proto": "https"])
      #expect(try JSON(parsing: body)["next"] == "https://swapi.example/api/people/?page=2")
    }
  }

  @Test func refusesOtherMethodsWithTheirBodiesUnread() async throws {
    try await withOrigin { base, _ in
      var request = HTTPClientRequest(url: "\(base)/people/")
      request.method = .POST
      request.body = .bytes(ByteBuffer(repeating: 0x61, count: 100_000))
      let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers["allow"] == ["GET, HEAD, OPTIONS"])
      #expect(try await ask("\(base)/people/").head.status == .ok)
    }
  }

  @Test func tellsWhatItAnswered() async throws {
    try await withOrigin { base, answers in
      _ = try await ask("\(base)/people/1/")
      _ = try await ask("\(base)/people/17/")
      #expect(answers.all.map(\.target) == ["/api/people/1/", "/api/people/17/"])
      #expect(answers.all.map(\.status) == [200, 404])
    }
  }

  @Test func answersManyAtOnce() async throws {
    try await withOrigin(OriginSettings(port: 0, latency: .milliseconds(1))) { base, answers in
      try await withThrowingTaskGroup { group in
        for id in 1...60 { group.addTask { try await ask("\(base)/planets/\(id)/").head.status } }
        for try await status in group { #expect(status == .ok) }
      }
      #expect(answers.all.count == 60)
    }
  }

  @Test func saysThatItsPortIsTaken() async throws {
    try await withOrigin { base, _ in
      let port = try #require(base.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
      let error = await #expect(throws: OriginServerError.self) {
        try await OriginServer(settings: OriginSettings(port: port), logger: quiet).run()
      }
      #expect(error?.code == .inUse)
      #expect(error?.message.contains("port \(port)") == true)
    }
  }

  @Test func saysThatItsHostIsNone() async throws {
    let error = await #expect(throws: OriginServerError.self) {
      try await OriginServer(settings: OriginSettings(host: "192.0.2.1", port: 0), logger: quiet).run()
    }
    #expect(error?.code == .invalid)
  }
}
