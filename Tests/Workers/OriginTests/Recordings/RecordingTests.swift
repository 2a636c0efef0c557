import HTTPClient
import HTTPTypes
import NIOCore
import OrderedJSON
import ServiceTestSupport
import TestSupport
import Testing

@testable import Origin

/// The format of recordings, and what is replayed.
@Suite struct RecordingTests {
  static let header =
    #"{"format":"holocron-recording","version":2,"server":"http://a.example","base":"/api","started":"2026-11-23T12:00:00Z"}"#
  static let line =
    #"{"method":"GET","target":"/api/people/1/","status":200,"fields":[["X-Odd","a"],["x-odd","b"]],"after":34.2,"body":"YWL/AA=="}"#

  func recording(_ lines: String...) throws -> Recording {
    try Recording(Array(([Self.header] + lines).joined(separator: "\n").utf8), name: "r.jsonl")
  }

  @Test func `an exchange is read as it is written, and replayed`() throws {
    let exchange = try RecordedExchange(try JSON(parsing: Self.line))
    #expect(exchange.json.text() == Self.line)
    #expect(exchange.after == .microseconds(34_200))
    #expect(Array(exchange.plan.body.readableBytesView) == [97, 98, 255, 0])
    #expect(exchange.plan.head(now: 0).headerFields.map { "\($0.name.rawName): \($0.value)" } == ["X-Odd: a", "x-odd: b"])
  }

  /// A reader would refuse the whole file for it.
  @Test func `an answer that no reader accepts is not written`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    let writer = try RecordingWriter(creating: file, Recording(server: "http://a", base: "/api", started: ""))
    var exchange = try RecordedExchange(try JSON(parsing: Self.line))
    #expect(await writer.write(exchange) == nil)
    exchange.fields = [HTTPClientField("x", "a\u{0}b")]
    #expect(await writer.write(exchange) != nil)
    #expect(try Recording(file: file).exchanges.count == 1)
  }

  @Test func `bodies share a limited memory until they are sent`() {
    let budget = BodyBudget(10)
    var first = BodyBudget.Share(6, of: budget)
    #expect(first != nil && BodyBudget.Share(5, of: budget) == nil)
    first = nil
    #expect(BodyBudget.Share(10, of: budget) != nil)
  }

  @Test func `repeated targets are replayed in order and in time, and the last one again`() async throws {
    let replay = ReplaySource(try recording(Self.line, Self.line.replacing(":200", with: ":503"), ""), keepsTiming: true)
    let page = ReplaySource(try recording(Self.line.replacing("people/1/", with: "people/?search=a&page=2")), keepsTiming: false)
    let cases: [(source: ReplaySource, method: String, target: String, status: Int, delay: Duration)] = [
      (replay, "GET", "1/", 200, .microseconds(34_200)), (replay, "GET", "1/", 503, .microseconds(34_200)),
      (replay, "GET", "1/", 503, .microseconds(34_200)), (replay, "HEAD", "1/", 503, .microseconds(34_200)),
      (replay, "GET", "2/", 404, .zero), (page, "GET", "?page=2&search=a", 200, .zero), (page, "GET", "?search=a&page=2", 200, .zero),
      (page, "GET", "?page=2", 404, .zero), (page, "GET", "?page=2&search=b", 404, .zero),
    ]
    for (source, method, target, status, delay) in cases {
      let request = SWAPIRequest(method: method, target: "/api/people/\(target)")
      let plan = await source.answer(request, localAuthority: "")
      #expect(plan.status.code == status && plan.delay == delay, "\(method) \(target)")
    }
  }

  @Test(arguments: [
    ("", "line 1: not a recording of holocron-origin"), ("{}\n", "line 1: not a recording of holocron-origin"),
    (header.replacing(":2,", with: ":1,"), "line 1: this version of the format is unknown; this program reads version 2"),
    ("\(header)\n\(line)\n{\"method\":", "line 3: the file ends in the middle of the line; remove the line to use the rest"),
    ("\(header)\nnonsense\n\(line)\n", "line 2: not valid JSON"), ("\(header)\n[]\n", "line 2: the line is not a JSON object"),
    ("\(header)\n\(line.replacing("YWL", with: "Y*"))\n", "line 2: 'body' must be base64"),
    ("\(header)\n\(line.replacing("34.2", with: "-1"))\n", "line 2: 'after' must be a number of milliseconds"),
    ("\(header)\n\(line.replacing(":200", with: ":99"))\n", "line 2: 'status' must be a number from 200 to 599"),
    ("\(header)\n\(line.replacing("X-Odd", with: "X Odd"))\n", "line 2: 'fields' has a name or value that HTTP does not allow"),
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
    ("http://[::1]:8080", "http://[::1]:8080", ""), ("swapi.dev/api", nil, ""), ("ftp://swapi.dev", nil, ""), ("http://", nil, ""),
    ("http://a b/", nil, ""), ("http://user@host/", nil, ""), ("http://host/api?x=1", nil, ""), ("https:///api", nil, ""),
  ])
  func `a server is found in its URL`(url: String, server: String?, base: String) throws {
    guard let server else {
      #expect(throws: OriginServerError.self) { try RecordingProxy.parts(of: url) }
      return
    }
    #expect(try RecordingProxy.parts(of: url) == (server, base))
  }
}
