import HTTPClient
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Origin

/// Faults as clients see them on the wire.
@Suite struct FaultWireTests {
  static let request = "GET /api/people/1/ HTTP/1.1\r\nHost: swapi.test\r\n\r\n"

  /// Runs `body` with a connection that has sent a request for Luke to a server with these rules.
  func withConnection(_ rules: String, _ body: (RawConnection) async throws -> Void) async throws {
    try await withFaults(rules) { base in
      let connection = try await RawConnection(base, sending: Self.request)
      try await body(connection)
      await connection.close()
    }
  }

  func get(_ url: String, headers: [String: String] = [:]) async throws -> (head: HTTPClientResponse, body: String) {
    let response = try await ask(url, fields: headers)
    return (response, response.text)
  }

  func contentLength(_ received: String) throws -> Int {
    try #require(received.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.1) })
  }

  @Test(arguments: [("reset accept", RawConnection.End.reset), ("reset", .reset), ("close accept", .closed), ("close", .closed)])
  func `a connection ends without an answer`(rule: String, end: RawConnection.End) async throws {
    try await withConnection(rule) { connection in
      let seen = try await connection.end()
      // What the client has sent is not read when a connection is closed at once, and the kernel then sends a RST.
      #expect(seen == end || rule == "close accept")
      #expect(connection.received.isEmpty)
    }
  }

  @Test(arguments: [("reset headers", RawConnection.End.reset), ("close headers", .closed)])
  func `a connection ends after the head`(rule: String, end: RawConnection.End) async throws {
    try await withConnection(rule) { connection in
      let head = try await connection.received("\r\n\r\n")
      #expect(try await connection.end() == end)
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(try contentLength(head) > 100)
      #expect(connection.body.isEmpty)
    }
  }

  @Test(arguments: [
    ("reset body", RawConnection.End.reset, 0.5), ("truncate", .closed, 0.5), ("truncate 25%", .closed, 0.25), ("truncate 0", .closed, 0),
  ])
  func `a connection ends in the body`(rule: String, end: RawConnection.End, part: Double) async throws {
    try await withConnection(rule) { connection in
      #expect(try await connection.end() == end)
      let length = try contentLength(connection.received)
      #expect(connection.body.utf8.count == Int(Double(length) * part))
      #expect(part == 0 || connection.body.hasPrefix(#"{"name":"Luke Skywalker""#))
    }
  }

  /// The server stops although the connections hang.
  @Test(arguments: [("hang", ""), ("hang accept", ""), ("hang headers", "\r\n\r\n"), ("hang body", "Luke"), ("hang end", "}")])
  func `a hanging server neither answers nor closes`(rule: String, sent: String) async throws {
    let rules = "\(rule) requests 1\n\(rule == "hang accept" ? "" : "status 503 requests 2")"
    let control = try FaultControl(rules: try FaultScript.rules(in: rules, name: "test"))
    try await withOrigin(faults: control) { base, _ in
      let connection = try await RawConnection(base, sending: Self.request)
      // Connections that a server accepts at the same time are counted in any order.
      try await eventually("the server serves the connection") { control.update { schedule, _ in schedule.connections } == 1 }
      if !sent.isEmpty { _ = try await connection.received(sent) }
      // The answer to a later request shows that the server has worked on the first.
      let later = try await get("\(base)/people/1/")
      #expect(later.head.status == (rule == "hang accept" ? 200 : 503))
      #expect(connection.isOpen)
      let received = connection.received
      switch rule {
      case "hang", "hang accept": #expect(received.isEmpty)
      case "hang headers": #expect(received.hasSuffix("\r\n\r\n"))
      case "hang body": #expect(connection.body.utf8.count == (try contentLength(received)) / 2)
      default:
        #expect(received.contains("transfer-encoding: chunked") && received.contains(#""url":"http://swapi.test/api/people/1/"}"#))
        #expect(!received.hasSuffix("0\r\n\r\n"))
      }
      await connection.close()
    }
  }

  /// With a pause of an hour, only the first piece can arrive.
  @Test(arguments: ["drip 16/1h", "bandwidth 1"]) func `a slow body arrives in pieces`(rule: String) async throws {
    try await withConnection(rule) { connection in
      let first = rule == "bandwidth 1" ? 1 : 16
      let body = try await connection.receivedBody(first)
      #expect(try contentLength(connection.received) > 100)
      #expect(rule == "bandwidth 1" ? body.utf8.count < 100 : body == #"{"name":"Luke Sk"#)
      #expect(connection.isOpen)
    }
  }

  /// A client would take the bytes of a body for the start of the next response (RFC 9110 section 6.4.1).
  @Test(arguments: [204, 304]) func `a status without a body sends none`(code: Int) async throws {
    try await withConnection("status \(code) requests 1\nhuge 100 requests 1") { connection in
      _ = try await connection.received("\r\n\r\n")
      try await connection.send(Self.request)
      let received = try await connection.received("Skywalker")
      #expect(received.hasPrefix("HTTP/1.1 \(code) "))
      #expect(connection.body.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(received)")
      #expect(!received.prefix { $0 != "{" }.contains("Injected"))
    }
  }

  @Test func `statuses and throttling have a body that says so`() async throws {
    try await withFaults(
      "status 503 requests 1\nthrottle 7 requests 2\nthrottle date:90s requests 3\nclock +1h requests 3\nthrottle requests 4"
    ) { base in
      let first = try await get("\(base)/people/1/")
      #expect(first.head.status == 503 && first.body == #"{"detail":"Injected fault: status 503"}"#)
      #expect(first.head.values("etag").isEmpty)
      let second = try await get("\(base)/people/1/")
      #expect(second.head.status == 429 && second.head.values("retry-after") == ["7"])
      let third = try await get("\(base)/people/1/")
      let dates = (third.head.values("date") + third.head.values("retry-after")).compactMap { Self.seconds($0) }
      #expect(dates.count == 2 && dates[1] - dates[0] == 90)
      #expect(try await get("\(base)/people/1/").head.values("retry-after").isEmpty)
      #expect(try await get("\(base)/people/1/").head.status == 200)
    }
  }

  /// The seconds of the day in a date.
  static func seconds(_ date: String) -> Int? {
    let clock = date.split(separator: " ").dropFirst(4).first?.split(separator: ":").compactMap { Int($0) } ?? []
    return clock.count == 3 ? clock[0] * 3_600 + clock[1] * 60 + clock[2] : nil
  }

  @Test func `the clock is wrong in the field Date`() async throws {
    try await withFaults("clock -36500d requests 1") { base in
      let (wrong, right) = (try await get("\(base)/").head.values("date"), try await get("\(base)/").head.values("date"))
      #expect(wrong.count == 1 && right.count == 1)
      #expect(wrong[0].contains(" 19") && right[0].contains(" 20"), "\(wrong) \(right)")
    }
  }

  @Test(arguments: BodyFaults.defects.map(\.name)) func `a malformed body has its length and the type of JSON`(defect: String) async throws
  {
    try await withFaults("malformed \(defect)") { base in
      let response = try await ask("\(base)/people/1/")
      let body = response.body
      #expect(response.status == 200 && response.values("content-type") == ["application/json"])
      #expect(response.values("content-length") == [String(body.count)])
      #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: body) }
    }
  }

  @Test func `a wrong content type leaves the body alone`() async throws {
    try await withFaults("content-type \"text/html; charset=utf-8\"") { base in
      let (head, body) = try await get("\(base)/people/1/")
      #expect(head.values("content-type") == ["text/html; charset=utf-8"])
      #expect(try JSON(parsing: body)["name"] == "Luke Skywalker")
    }
  }

  @Test(arguments: [
    ("redirect loop", 302, "/api/people/1/?a=b"), ("redirect http://127.0.0.1:9 301", 301, "http://127.0.0.1:9/api/people/1/?a=b"),
    ("redirect https://example.com/x 307", 307, "https://example.com/x"), ("redirect /api/films/ 308", 308, "/api/films/"),
  ])
  func `a redirect leads elsewhere`(rule: String, status: Int, location: String) async throws {
    try await withFaults(rule) { base in
      let text = Self.request.replacing("/1/ ", with: "/1/?a=b ")
      let connection = try await RawConnection(base, sending: text)
      let head = try await connection.received("\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 \(status) "))
      let expected = rule == "redirect loop" ? "http://swapi.test\(location)" : location
      #expect(head.contains("Location: \(expected)\r\n"), "\(head)")
      await connection.close()
    }
  }

  @Test func `the pages of a list never end`() async throws {
    try await withFaults("next endless") { base in
      var url = "\(base)/people/?search=a"
      for page in 2...20 {
        let json = try JSON(parsing: try await get(url).body)
        #expect(json["results"]?.array?.count == 10)
        url = try #require(json["next"]?.string)
        #expect(url == "\(base)/people/?search=a&page=\(page)")
      }
    }
  }

  @Test(arguments: [("next loop", nil), ("next http://evil.example/", "http://evil.example/")] as [(String, String?)])
  func `the next page is elsewhere`(rule: String, next: String?) async throws {
    try await withFaults(rule) { base in
      let url = "\(base)/people/?page=2"
      let (page, record) = (try await get(url).body, try await get("\(base)/people/1/").body)
      #expect(try JSON(parsing: page)["next"]?.string == next ?? url)
      #expect(try JSON(parsing: record)["next"] == nil)
    }
  }

  @Test func `a huge body is valid JSON`() async throws {
    try await withFaults("huge 3MiB") { base in
      let (head, body) = try await get("\(base)/people/1/")
      #expect(head.values("content-length") == ["3145728"] && body.utf8.count == 3_145_728)
      #expect(try JSON(parsing: body)["name"] == "Luke Skywalker")
    }
  }

  @Test(arguments: BodyFaults.attacks.map(\.name)) func `hostile texts are in valid JSON`(attack: String) async throws {
    let (_, inserts, links) = try #require(BodyFaults.attacks.first { $0.name == attack })
    try await withFaults("hostile \(attack)") { base in
      let json = try JSON(parsing: try await get("\(base)/people/1/").body)
      let (name, link) = (try #require(json["name"]?.string), try #require(json["homeworld"]?.string))
      if !inserts.isEmpty {
        // Characters such as joiners become one with their neighbours, so look for scalars.
        let scalars = Array(name.unicodeScalars)
        #expect(
          inserts.contains { scalars.count == 14 + $0.unicodeScalars.count && scalars[7...].starts(with: Array($0.unicodeScalars)) },
          "\(scalars)")
      } else {
        #expect(name == "Luke Skywalker")
      }
      #expect(links.isEmpty ? link == "\(base)/planets/1/" : links.contains(link))
    }
  }

  @Test func `faults that change the body are sent to clients that have it`() async throws {
    try await withFaults("malformed requests 2\nlatency 0 requests 3") { base in
      let tag = try #require(try await get("\(base)/people/1/").head.values("etag").first)
      #expect(try await get("\(base)/people/1/", headers: ["if-none-match": tag]).head.status == 200)
      #expect(try await get("\(base)/people/1/", headers: ["if-none-match": tag]).head.status == 304)
    }
  }

  @Test func `several faults combine`() async throws {
    try await withFaults("status 500\ncontent-type text/plain\ntruncate 10") { base in
      let connection = try await RawConnection(base, sending: Self.request)
      #expect(try await connection.end() == .closed)
      #expect(connection.received.hasPrefix("HTTP/1.1 500 "))
      #expect(connection.received.contains("Content-Type: text/plain\r\n"))
      #expect(connection.body == #"{"detail":"#)
    }
  }

  @Test(arguments: ["drip 64/1ms", "huge 1MiB", "hang end requests 2"]) func `HEAD has no body`(rule: String) async throws {
    try await withFaults(rule) { base in
      let response = try await ask("\(base)/people/1/", "HEAD")
      #expect(response.body.isEmpty)
      #expect(try #require(response.values("content-length").first.flatMap { Int($0) }) > 100)
    }
  }
}
