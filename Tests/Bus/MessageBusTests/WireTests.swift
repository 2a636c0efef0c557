import OrderedJSON
import Testing

@testable import MessageBus

@Suite struct WireTests {
  @Test(arguments: [
    ("/people/1", ["people", "1"], []), ("/", [], []), ("/people?sort=name&page=2", ["people"], ["sort=name", "page=2"]),
    ("/people?search=padm%C3%A9+x", ["people"], ["search=padmé x"]), ("/a%2Fb", ["a/b"], []), ("/x?flag", ["x"], ["flag="]),
  ])
  func `targets are parsed`(text: String, path: [String], query: [String]) throws {
    let target = try #require(Target(parsing: text))
    #expect(target.path == path)
    #expect(target.query.map { "\($0.name)=\($0.value)" } == query)
    #expect(Target(parsing: target.description) == target)
  }

  @Test(arguments: ["", "people", "/%", "/%4", "/%zz", "/%C3"])
  func `invalid targets are refused`(text: String) {
    #expect(Target(parsing: text) == nil)
  }

  @Test func `fields are parsed as in HTTP`() {
    let fields = Fields(parsing: "ETag: \"a\"\nage:7\n\nnonsense\nvary: a\nvary: b\n: x")
    #expect(fields["etag"] == "\"a\"")
    #expect(fields["age"] == "7")
    #expect(fields["vary"] == "a, b")
    #expect(fields.names == ["etag", "age", "vary"])
    #expect(Fields(parsing: fields.text) == fields)
  }

  @Test func `white space around a value is not part of it`() {
    let fields = Fields(parsing: "a: b \t\nc: \t\nd:e\u{A0} \nf: \0 \ng: h\ng: \ng: i \nj:\nj: k\nl: m\nl:\t\nn:\no\tp: q\nr: s\t t\t")
    #expect(fields.names == ["a", "c", "d", "f", "g", "j", "l", "n", "r"])
    #expect(fields.names.map { fields[$0] } == ["b", "", "e\u{A0}", "\0", "h,, i", ", k", "m,", "", "s\t t"])
    #expect(Fields(parsing: fields.text) == fields)
  }

  @Test func `a carriage return in a value from outside becomes a space`() {
    let fields = Fields(parsing: "etag: \"a\rb\"\r\nvary: c\nallow:\r\td\r\re\t\r")
    #expect(fields.names.map { fields[$0] } == ["\"a b\"", "c", "d  e"])
    #expect(Fields(parsing: fields.text) == fields)
    var copy = Fields()
    for name in fields.names { copy[name] = fields[name] }
    #expect(copy == fields)
  }

  @Test(
    arguments: [
      ("deadline: 5", 5), ("a: b\nDeadLine:7\nc: d", 7), ("deadline:\t 9", 9), ("deadline: -1", 0), ("deadline: +3", 3),
      ("deadline: 99999999999999999999", .max), ("deadline: 5 ", 5), ("deadline: 5 \t\r\nx: y", 5),
      ("deadline: 5 6", nil), ("deadline: - ", nil), ("deadline: ", nil), ("deadline: x", nil), ("deadlines: 5", nil),
      ("deadline: 5\ndeadline: 6", nil), ("xdeadline: 5", nil), ("", nil), ("\n\n\n", nil), ("deadline", nil),
    ] as [(String, Int64?)])
  func `the broker finds the same deadline as the field parser`(text: String, deadline: Int64?) {
    var text = text
    let scan = text.withUTF8 { FieldScan(UnsafeRawBufferPointer($0)) }
    #expect(scan.deadline == deadline)
    #expect(!scan.isTooLarge)
    if let deadline, deadline > 0, deadline < .max { #expect(Fields(parsing: text)["deadline"].flatMap { Int64($0) } == deadline) }
  }

  @Test(
    arguments: [
      ("", true), ("deadline: 5", true), ("deadline: 5\nforwarded: for=\"_a\"", true), ("Forwarded: x\nDEADLINE:5\n", true),
      ("deadline: 5\nuser-agent: holocron (pid 1)", true), ("user-agents: x", false), ("user-agent", false),
      ("a: b", false), ("deadline: 5\nif-none-match: \"a\"", false), ("deadlines: 5", false), ("deadline: é", false), ("x", false),
      ("forwarded", false), (String(repeating: "deadline: 5\n", count: 129), false),
    ])
  func `a request is plain if its fields say nothing about the answer`(fields: String, isPlain: Bool) {
    let request = ReceivedRequest(Body(frames: [[1], Array("GET /people/1".utf8), Array(fields.utf8), []]))
    #expect(request.isPlain == isPlain)
    #expect(request.plainRequest == Request("GET", Target(["people", "1"])))
  }

  @Test(arguments: ["", "GET", " /people/1", "GET people", "GET /%zz", "GET /" + String(repeating: "a", count: 65_536)])
  func `a malformed head has no request`(head: String) {
    #expect(ReceivedRequest(Body(frames: [[1], Array(head.utf8)])).plainRequest == nil)
  }

  @Test func `the field forwarded decides the flow of a request`() {
    func flow(_ text: String) -> Int? { Array(text.utf8).withUnsafeBytes { FieldScan($0).flow } }
    #expect(flow("deadline: 5\nforwarded: for=\"_a\"") == flow("Forwarded:for=\"_a\""))
    #expect(flow("forwarded: for=\"_a\"") != flow("forwarded: for=\"_b\""))
    #expect(flow("forwarder: x") == nil)
  }

  @Test(arguments: [(128, 4, false), (129, 4, true), (1, 65_536, false), (1, 65_537, true)])
  func `fields that exceed their limits cause a 431`(lines: Int, length: Int, isTooLarge: Bool) {
    let line = "a:" + String(repeating: "b", count: length - 2)
    let fields = Array(repeating: line, count: lines).joined(separator: "\n")
    let body = Body(frames: [[], Array("GET /x".utf8), Array(fields.utf8)])
    #expect(FieldScan(body.frame(2)).isTooLarge == isTooLarge)
    var status: Int?
    do throws(Problem) { _ = try BodyFrames.request(body) } catch { status = error.status }
    #expect(status == (isTooLarge ? 431 : nil))
  }

  @Test func `of very many fields, the first are read`() {
    let names = (0..<20_000).map { "name-\($0)" }
    let fields = Fields(parsing: (names + names).map { "\($0): x" }.joined(separator: "\n"))
    #expect(fields.names == Array(names.prefix(Fields.maxLines)))
    #expect(fields["name-127"] == "x, x")
  }

  @Test func `a head that is too long causes a 414`() {
    let body = Body(frames: [[], Array("GET /".utf8) + Array(repeating: 65, count: BodyFrames.maxHeadLength)])
    let problem = #expect(throws: Problem.self) { try BodyFrames.request(body) }
    #expect(problem?.status == 414)
  }

  @Test(arguments: [
    ("GET /x", true), ("PURGE /", true), ("POST /x", false), ("PATCH /x", false), ("", true), ("just words", true), ("POST", true),
  ])
  func `the broker retries requests with idempotent methods and requests without a method`(head: String, isRetryable: Bool) {
    #expect(Body(frames: [[], Array(head.utf8)]).isRetryable == isRetryable)
  }

  @Test func `a value cannot inject a field`() {
    var fields = Fields()
    fields["a"] = "1\nb: 2"
    #expect(Fields(parsing: fields.text).names == ["a"])
  }

  @Test(arguments: [
    (["", "GET /films"], "GET", "/films"), (["id", "PURGE /", "deadline: 5", "x", "more"], "PURGE", "/"),
  ])
  func `requests with any number of frames are decoded`(frames: [String], method: String, target: String) throws {
    let request = try BodyFrames.request(Body(frames: frames.map { Array($0.utf8) }))
    #expect(request.method == method)
    #expect(request.target.description == target)
  }

  @Test(arguments: [[], ["id"], ["id", ""], ["id", "GET"], ["id", "GET people"], ["id", " /x"]] as [[String]])
  func `an invalid request causes a 400`(frames: [String]) {
    let body = Body(frames: frames.map { Array($0.utf8) })
    let problem = #expect(throws: Problem.self) { try BodyFrames.request(body) }
    #expect(problem?.status == 400)
  }

  @Test func `fields that are not UTF-8 cause a 400 that names the frame`() {
    let body = Body(frames: [[1], Array("GET /x".utf8), [0x61, 0x3A, 0xC3, 0x28]])
    let problem = #expect(throws: Problem.self) { try BodyFrames.request(body) }
    #expect(problem?.extensions["field"] == "fields")
  }

  @Test func `problems are encoded and decoded without loss`() {
    let problem = Problem(503, "no", detail: "because", type: "urn:x", extensions: ["service": "s"], retryAfter: 3)
    #expect(Reply(problem).problem == problem)
    #expect(Reply(404, content: Array("<html>".utf8)).problem?.title == "status 404 (not found)")
    #expect(Reply(429, content: Array("{}".utf8)).problem?.description == "status 429 (too many requests)")
    #expect(Reply(418).problem?.title == "status 418")
    #expect(Reply(200).problem == nil)
  }

  @Test(arguments: [0, 1, 5, 8, 9, 255])
  func `peer identities keep their bytes`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let peer = PeerID(bytes)
    #expect(peer.bytes == bytes)
    #expect(peer.withBytes { Array($0) } == bytes)
    #expect(peer == PeerID(bytes))
    #expect(peer != PeerID(bytes + [1]))
    // The last byte affects the hash.
    if let last = bytes.last { #expect(peer.hashValue != PeerID(bytes.dropLast() + [last ^ 1]).hashValue) }
  }

  @Test(arguments: ["ipc:///tmp/x", "tcp://127.0.0.1:5555", "tcp://[::1]:0", "inproc://x"])
  func `valid endpoints are parsed`(text: String) throws {
    #expect(try Endpoint(text).description == text)
  }

  @Test(arguments: [
    "", "x", "http://a:1", "ipc://relative", "ipc:///" + String(repeating: "x", count: 107), "tcp://host",
    "tcp://host:70000", "tcp://host:+80", "tcp://:1", "inproc://",
  ])
  func `invalid endpoints are refused`(text: String) {
    let error = #expect(throws: BusError.self) { try Endpoint(text) }
    #expect(error?.code == .invalid)
  }

  @Test(arguments: ["", "ipc://", "ipc:///", "tcp://", "tcp://127.0.0.1:"]) func `long endpoints are shortened in messages`(start: String) {
    let error = #expect(throws: BusError.self) { try Endpoint(start + String(repeating: "a", count: 100_000)) }
    #expect(error?.message.contains("aaa…'") == true)
    #expect((error?.message.count ?? .max) < 300)
  }

  @Test(arguments: [
    (["HOLOCRON_BUS": "tcp://127.0.0.1:5555"], "tcp://127.0.0.1:5555", "tcp://127.0.0.1:5556"),
    (["HOLOCRON_BUS": "ipc:///a/bus", "HOLOCRON_EVENTS": "ipc:///b/ev"], "ipc:///a/bus", "ipc:///b/ev"),
    (["XDG_RUNTIME_DIR": "/run/user/7"], "ipc:///run/user/7/holocron/bus", "ipc:///run/user/7/holocron/events"),
    ([:], "ipc:///tmp/holocron-7/bus", "ipc:///tmp/holocron-7/events"),
    (["HOLOCRON_BUS": "ipc:///a/bus2"], "ipc:///a/bus2", "ipc:///a/bus2.events"),
  ])
  func `the address of the bus follows from the environment`(environment: [String: String], requests: String, events: String) throws {
    let address = try BusAddress(environment: environment, user: 7)
    #expect(address.requests.description == requests)
    #expect(address.events.description == events)
  }

  @Test(arguments: ["tcp://127.0.0.1:0", "tcp://127.0.0.1:*", "tcp://127.0.0.1:65535"])
  func `a port without a next port needs an events endpoint`(text: String) throws {
    let endpoint = try Endpoint(text)
    let error = #expect(throws: BusError.self) { try BusAddress(requests: endpoint) }
    #expect(error?.message == "cannot derive an events endpoint from '\(text)'; set HOLOCRON_EVENTS")
  }

  @Test(arguments: [
    ("tcp://127.0.0.1:1", true), ("tcp://127.9.9.9:1", true), ("tcp://[::1]:1", true), ("tcp://localhost:1", true), ("tcp://lo:1", true),
    ("ipc:///x", true), ("inproc://x", true), ("tcp://*:1", false), ("tcp://0.0.0.0:1", false), ("tcp://[::]:1", false),
    ("tcp://127.0.0.1.example.org:1", false), ("tcp://127.0.0:1", false), ("tcp://eth0:1", false), ("tcp://10.0.0.1:1", false),
  ])
  func `an endpoint is local or reachable by other machines`(text: String, isLocal: Bool) throws {
    #expect(try Endpoint(text).isLocal == isLocal)
  }

  @Test func `requests and events need different endpoints`() throws {
    let endpoint = try Endpoint("ipc:///a/bus")
    let error = #expect(throws: BusError.self) { try BusAddress(requests: endpoint, events: endpoint) }
    #expect(error?.code == .invalid)
  }
}
