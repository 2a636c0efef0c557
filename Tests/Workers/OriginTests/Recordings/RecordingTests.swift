import HTTPClient
import HTTPTypes
import NIOCore
import OrderedJSON
import TestSupport
import Testing

@testable import Origin

/// The format of recordings, and what is replayed.
@Suite struct RecordingTests {
  static let header =
    #"{"format":"holocron-recording","version":1,"server":"http://a.example","base":"/api","started":"2026-11-23T12:00:00Z"}"#
  static let line =
    #"{"method":"GET","target":"/api/people/1/","at":12.5,"status":200,"reason":"Fine","fields":[["X-Odd","a"],["x-odd","b"]],"head_after":34.2,"body":[[0.1,"YWI="],[1.25,"/wA="]]}"#

  func recording(_ lines: String...) throws -> Recording {
    try Recording(Array(([Self.header] + lines).joined(separator: "\n").utf8), name: "r.jsonl")
  }

  @Test func `an exchange is read as it is written`() throws {
    let exchange = try RecordedExchange(try JSON(parsing: Self.line))
    #expect(exchange.body.map(\.bytes) == [[97, 98], [255, 0]])
    #expect(exchange.body.map(\.pause) == [.microseconds(100), .microseconds(1_250)])
    #expect(exchange.sentAt == .microseconds(12_500) && exchange.headAfter == .microseconds(34_200))
    #expect(exchange.json.text() == Self.line)
  }

  @Test func `times of a long recording are kept to the microsecond`() throws {
    let late = Self.line.replacing("12.5", with: "3000000000.001")
    #expect(try RecordedExchange(try JSON(parsing: late)).json.text() == late)
  }

  /// A reader would refuse the whole file for it.
  @Test(arguments: [("O\u{1}K", "a"), ("OK", "a\u{0}b")]) func `an answer that no reader accepts is not written`(
    reason: String, value: String
  ) async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    let writer = try RecordingWriter(creating: file, Recording(server: "http://a", base: "/api", started: ""))
    var exchange = try RecordedExchange(try JSON(parsing: Self.line))
    #expect(await writer.write(exchange) == nil)
    (exchange.reason, exchange.fields) = (reason, [HTTPClientField("x", value)])
    #expect(await writer.write(exchange) != nil)
    #expect(try Recording(file: file).exchanges.count == 1)
  }

  @Test func `bodies share a limited memory until they are sent`() {
    let budget = BodyBudget(10)
    var first: BodyBudget.Share? = BodyBudget.Share(of: budget)
    let second = BodyBudget.Share(of: budget)
    #expect(first?.grow(by: 6) == true)
    #expect(!second.grow(by: 5))
    #expect(second.grow(by: 4))
    #expect(first?.grow(by: 1) == false)
    #expect(budget.bytes == 10)
    first = nil
    #expect(budget.bytes == 4)
    #expect(second.grow(by: 6))
  }

  @Test func `a replay has the bytes, and the times if asked`() throws {
    let exchange = try RecordedExchange(try JSON(parsing: Self.line))
    let plan = exchange.plan(keepsTiming: true)
    #expect(Array(plan.body.readableBytesView) == [97, 98, 255, 0])
    #expect(plan.delay == .microseconds(34_200))
    #expect(plan.pace == .recorded([.init(pause: .microseconds(100), bytes: 2), .init(pause: .microseconds(1_250), bytes: 2)]))
    let head = plan.head(now: 0)
    #expect(head.status.reasonPhrase == "Fine")
    #expect(head.headerFields.map { "\($0.name.rawName): \($0.value)" } == ["X-Odd: a", "x-odd: b"])
    let fast = exchange.plan(keepsTiming: false)
    #expect(fast.delay == .zero && fast.pace == .unlimited)
  }

  @Test func `repeated targets are replayed in order, and the last one again`() async throws {
    let second = Self.line.replacing(#""status":200"#, with: #""status":503"#)
    let replay = ReplaySource(try recording(Self.line, second, ""), keepsTiming: false)
    func status(_ method: String, _ target: String) async -> Int {
      await replay.answer(
        OriginRequest(swapi: SWAPIRequest(method: method, target: target), fields: [:]), localAuthority: ""
      ).status.code
    }
    let statuses = [await status("GET", "/api/people/1/"), await status("GET", "/api/people/1/"), await status("GET", "/api/people/1/")]
    #expect(statuses == [200, 503, 503])
    #expect(await status("HEAD", "/api/people/1/") == 503)
    #expect(await status("GET", "/api/people/2/") == 404)
    let page = ReplaySource(try recording(Self.line.replacing("people/1/", with: "people/?search=a&page=2")), keepsTiming: false)
    for (query, code) in [("?page=2&search=a", 200), ("?search=a&page=2", 200), ("?page=2", 404), ("?page=2&search=b", 404)] {
      let request = OriginRequest(swapi: SWAPIRequest(target: "/api/people/\(query)"), fields: [:])
      #expect(await page.answer(request, localAuthority: "").status.code == code)
    }
  }

  @Test(arguments: [
    ("", "line 1: not a recording of holocron-origin"), ("{}\n", "line 1: not a recording of holocron-origin"),
    (header.replacing(":1,", with: ":2,"), "line 1: this version of the format is unknown; this program reads version 1"),
    ("\(header)\n\(line)\n{\"method\":", "line 3: the file ends in the middle of the line; remove the line to use the rest"),
    ("\(header)\nnonsense\n\(line)\n", "line 2: not valid JSON at byte 0"), ("\(header)\n[]\n", "line 2: the line is not a JSON object"),
    ("\(header)\n\(line.replacing("YWI=", with: "Y*"))\n", "line 2: 'body' is not valid base64"),
    ("\(header)\n\(line.replacing("12.5", with: "-1"))\n", "line 2: 'at' must be a number of milliseconds"),
    ("\(header)\n\(line.replacing(":200", with: ":99"))\n", "line 2: 'status' must be a number from 200 to 599"),
    ("\(header)\n\(line.replacing("X-Odd", with: "X Odd"))\n", "line 2: 'fields' has a name or value that HTTP does not allow: 'X Odd'"),
    ("\(header)\n\(line.replacing("GET", with: "POST"))\n", "line 2: 'method' must be GET or HEAD"),
    ("\(header)\n\(line.replacing("\"a\"", with: "\"a\\r\\nb\""))\n", "line 2: 'fields' has a name or value"),
  ])
  func `a damaged file is refused with the line`(text: String, message: String) {
    let error = #expect(throws: OriginServerError.self) { try Recording(Array(text.utf8), name: "r.jsonl") }
    #expect(error?.code == .damagedRecording)
    #expect(error?.message.hasPrefix("r.jsonl, \(message)") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("https://swapi.dev/api", "https://swapi.dev", "/api"), ("http://127.0.0.1:1138/api/", "http://127.0.0.1:1138", "/api"),
    ("http://[::1]:8080", "http://[::1]:8080", ""),
  ])
  func `a server is found in its URL`(url: String, server: String, base: String) throws {
    #expect(try RecordingProxy.parts(of: url) == (server, base))
  }

  @Test(arguments: [
    "swapi.dev/api", "ftp://swapi.dev", "http://", "http://a b/", "http://user@host/", "http://host/api?x=1", "https:///api",
  ])
  func `other texts are not URLs of servers`(url: String) {
    let error = #expect(throws: OriginServerError.self) { try RecordingProxy.parts(of: url) }
    #expect(error?.code == .invalidURL)
  }
}
