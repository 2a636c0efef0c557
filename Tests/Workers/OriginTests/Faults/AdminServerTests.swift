import HTTPClient
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Origin

@Suite struct AdminServerTests {
  func ask(_ url: String, _ method: String = "GET", _ body: String = "", headers: [String: String] = [:]) async throws -> (
    status: Int, json: JSON?
  ) {
    let response = try await OriginTests.ask(url, method, body, fields: headers)
    return (response.status, try? JSON(parsing: response.body))
  }

  /// Runs `body` with a server and its admin endpoint.
  func withAdmin(_ rules: String = "", _ body: (_ base: String, _ rules: String) async throws -> Void) async throws {
    let control = try FaultControl(rules: try FaultScript.rules(in: rules, name: "faults.txt"), seed: 3)
    try await withOrigin(faults: control) { base, _ in
      try await withListening {
        AdminServer(control, port: 0, logger: .silent, onListening: $0)
      } _: { url in
        try await body(base, url)
      }
    }
  }

  @Test func `rules are listed, added, replaced and removed while the server runs`() async throws {
    try await withAdmin("status 500 path /api/films/*") { base, rules in
      let luke = "\(base)/people/1/"
      #expect(try await ask("\(base)/films/1/").status == 500)
      #expect(try await ask(luke).status == 200)

      let added = try await ask(rules, "POST", "status 503 path /api/people/*\n# comment\nlatency 1ms\n")
      #expect(added.status == 201)
      #expect(added.json?.array?.map { $0["id"]?.int } == [2, 3])
      #expect(try await ask(luke).status == 503)

      let list = try #require(try await ask(rules).json)
      #expect(list["seed"] == 3 && list["requests"] == 3)
      #expect(list["rules"]?.array?.map { $0["source"]?.string } == ["faults.txt:1", "admin", "admin"])
      #expect(list["rules"]?.array?.map { $0["applied"]?.int } == [1, 1, 1])
      #expect(list["rules"]?.array?[0]["rule"] == "status 500 path /api/films/*")

      #expect(try await ask("\(rules)/2", "DELETE").status == 204)
      #expect(try await ask(luke).status == 200)
      let all = try await ask(rules, "PUT", "requests 1 status 501")
      #expect(all.status == 200)
      #expect(try await ask("\(base)/films/1/").status == 501)
      #expect(try await ask("\(base)/films/1/").status == 200)
      #expect(try await ask(rules, "DELETE").status == 204)
      #expect(try await ask(rules).json?["rules"] == [])
    }
  }

  @Test func `errors say what to do and change nothing`() async throws {
    try await withAdmin("status 500") { _, rules in
      let invalid = try await ask(rules, "POST", "status 503\nstats 5")
      #expect(invalid.status == 400)
      #expect(invalid.json?["detail"]?.string?.hasPrefix("body, line 2: unknown fault 'stats': expected one of latency,") == true)
      #expect(try await ask(rules, "POST").status == 400)
      #expect(try await ask("\(rules)/9", "DELETE").status == 404)
      #expect(try await ask("\(rules)/x", "DELETE").status == 404)
      #expect(try await ask("\(rules)/1/2").status == 404)
      #expect(try await ask(rules, "PATCH").status == 405)
      #expect(try await ask(rules, "PUT", String(repeating: "#", count: FaultScript.maxSize + 1)).status == 413)
      #expect(try await ask(rules).json?["rules"]?.array?.count == 1)
    }
  }

  /// A web page may send requests to any address, and a name may lead to this machine.
  @Test func `web pages and other hosts are refused`() async throws {
    try await withAdmin { _, rules in
      let page = try await ask(rules, "POST", "hang", headers: ["origin": "http://evil.example"])
      #expect(page.status == 403)
      #expect(try await ask(rules, headers: ["host": "evil.example"]).status == 403)
      #expect(try await ask(rules, headers: ["host": "localhost:1"]).status == 200)
      #expect(try await ask(rules).json?["rules"] == [])
    }
    #expect(["127.0.0.1", "127.0.0.1:80", "LOCALHOST:1", "[::1]:9"].allSatisfy(AdminServer.isLoopback))
    #expect(!["", "127.0.0.1.evil.example", "evil.example:80", "[::2]"].contains(where: AdminServer.isLoopback))
  }
}
