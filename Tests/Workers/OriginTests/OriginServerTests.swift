import Dialects
import HTTPClient
import OrderedJSON
import Origin
import ServiceTestSupport
import TestSupport
import Testing

/// Tests of the server over real sockets.
@Suite struct OriginServerTests {
  func ask(_ url: String, _ method: String = "GET", headers: [String: String] = [:]) async throws -> (
    head: HTTPClientResponse, body: String
  ) {
    let response = try await OriginTests.ask(url, method, fields: headers)
    return (response, response.text)
  }

  @Test func `responses have the original server's header fields`() async throws {
    try await withOrigin { base, _ in
      let (head, body) = try await ask("\(base)/people/1/")
      #expect(head.status == 200)
      #expect(head.values("content-type") == ["application/json"])
      #expect(head.values("vary") == ["Accept, Cookie"])
      #expect(head.values("allow") == ["GET, HEAD, OPTIONS"])
      #expect(head.values("etag").count == 1)
      for absent in ["cache-control", "expires", "last-modified"] { #expect(head.values(absent).isEmpty) }
      #expect(try JSON(parsing: body)["homeworld"] == .string("\(base)/planets/1/"))
    }
  }

  @Test func `HEAD is GET without the body`() async throws {
    try await withOrigin { base, _ in
      let get = try await ask("\(base)/films/")
      let head = try await ask("\(base)/films/", "HEAD")
      #expect(head.body.isEmpty)
      #expect(head.head.values("content-length") == [String(get.body.utf8.count)])
      #expect(head.head.values("etag") == get.head.values("etag"))
    }
  }

  @Test(arguments: Dialects.standard.all.map(\.name)) func `web pages of other sites may ask`(dialect: String) async throws {
    let dialect = try #require(Dialects.standard.all.first { $0.name == dialect })
    try await withOrigin(dialect: dialect) { base, _ in
      let (head, _) = try await ask("\(base)/people/1", headers: ["origin": "http://example.com"])
      #expect(head.values("access-control-allow-origin") == ["*"])
      let preflight = try await ask(
        "\(base)/people/1/", "OPTIONS",
        headers: ["access-control-request-method": "GET", "access-control-request-headers": "if-none-match"]
      ).head
      #expect(preflight.status == 204)
      #expect(preflight.values("access-control-allow-origin") == ["*"])
      #expect(preflight.values("access-control-allow-methods") == ["GET, HEAD, OPTIONS"])
      #expect(preflight.values("access-control-allow-headers") == ["if-none-match"])
    }
  }

  @Test func `unsupported methods with a body are rejected`() async throws {
    try await withOrigin { base, _ in
      let response = try await OriginTests.ask("\(base)/people/", "POST", String(repeating: "a", count: 100_000))
      #expect(response.status == 405)
      #expect(response.values("allow") == ["GET, HEAD, OPTIONS"])
      #expect(try await ask("\(base)/people/").head.status == 200)
    }
  }

  @Test func `a port in use is reported`() async throws {
    try await withOrigin { base, _ in
      let port = try #require(base.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
      let error = await #expect(throws: OriginServerError.self) {
        try await OriginServer(settings: OriginSettings(port: port), logger: .silent).run()
      }
      #expect(error?.code == .addressInUse)
      #expect(error?.message.contains("port \(port)") == true)
    }
  }
}
