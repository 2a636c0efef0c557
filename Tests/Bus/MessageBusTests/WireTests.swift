import OrderedJSON
import Testing

@testable import MessageBus

@Suite struct WireTests {
  @Test(arguments: [
    ("/people/1", ["people", "1"], []), ("/", [], []), ("/people?sort=name&page=2", ["people"], ["sort=name", "page=2"]),
    ("/people?search=padm%C3%A9+x", ["people"], ["search=padmé x"]), ("/a%2Fb", ["a/b"], []), ("/x?flag", ["x"], ["flag="]),
  ])
  func `targets are read`(text: String, path: [String], query: [String]) throws {
    let target = try #require(Target(parsing: text))
    #expect(target.path == path)
    #expect(target.query.map { "\($0.name)=\($0.value)" } == query)
    #expect(Target(parsing: target.description) == target)
  }

  @Test(arguments: ["", "people", "/%", "/%4", "/%zz", "/%C3"])
  func `what is no target is refused`(text: String) {
    #expect(Target(parsing: text) == nil)
  }

  @Test func `fields are read as HTTP reads them`() {
    let fields = Fields(parsing: "ETag: \"a\"\nage:7\n\nnonsense\nvary: a\nvary: b\n: x")
    #expect(fields["etag"] == "\"a\"")
    #expect(fields["age"] == "7")
    #expect(fields["vary"] == "a, b")
    #expect(fields.names == ["etag", "age", "vary"])
    #expect(Fields(parsing: fields.text) == fields)
  }

  @Test(
    arguments: [
      ("deadline: 5", 5), ("a: b\nDeadLine:7\nc: d", 7), ("deadline:\t 9", 9), ("deadline: -1", 0), ("deadline: +3", 3),
      ("deadline: 99999999999999999999", .max), ("deadline: 5 ", nil), ("deadline: ", nil), ("deadline: x", nil), ("deadlines: 5", nil),
      ("deadline: 5\ndeadline: 6", nil), ("xdeadline: 5", nil), ("", nil), ("\n\n\n", nil), ("deadline", nil),
    ] as [(String, Int64?)])
  func `the broker finds the deadline as the fields have it`(text: String, deadline: Int64?) {
    var text = text
    let scan = text.withUTF8 { FieldScan(UnsafeRawBufferPointer($0)) }
    #expect(scan.deadline == deadline)
    #expect(!scan.isTooLarge)
    if let deadline, deadline > 0, deadline < .max { #expect(Fields(parsing: text)["deadline"].flatMap { Int64($0) } == deadline) }
  }

  @Test func `the broker tells askers apart by the field forwarded`() {
    func asker(_ text: String) -> Int? { Array(text.utf8).withUnsafeBytes { FieldScan($0).asker } }
    #expect(asker("deadline: 5\nforwarded: for=\"_a\"") == asker("Forwarded:for=\"_a\""))
    #expect(asker("forwarded: for=\"_a\"") != asker("forwarded: for=\"_b\""))
    #expect(asker("forwarder: x") == nil)
  }

  @Test(arguments: [(128, 4, false), (129, 4, true), (1, 65_536, false), (1, 65_537, true)])
  func `fields beyond their bounds are a 431`(lines: Int, length: Int, isTooLarge: Bool) {
    let line = "a:" + String(repeating: "b", count: length - 2)
    let fields = Array(repeating: line, count: lines).joined(separator: "\n")
    let body = Body(frames: [[], Array("GET /x".utf8), Array(fields.utf8)])
    #expect(FieldScan(body.frame(2)).isTooLarge == isTooLarge)
    var status: Int?
    do throws(Problem) { _ = try BodyFrames.request(body) } catch { status = error.status }
    #expect(status == (isTooLarge ? 431 : nil))
  }

  @Test func `fields of very many lines are read in linear time`() {
    let names = (0..<20_000).map { "name-\($0)" }
    let fields = Fields(parsing: (names + names).map { "\($0): x" }.joined(separator: "\n"))
    #expect(fields.names == names)
    #expect(fields["name-19999"] == "x, x")
  }

  @Test func `a head beyond its bound is a 414`() {
    let body = Body(frames: [[], Array("GET /".utf8) + Array(repeating: 65, count: BodyFrames.longestHead)])
    let problem = #expect(throws: Problem.self) { try BodyFrames.request(body) }
    #expect(problem?.status == 414)
  }

  @Test(arguments: [
    ("GET /x", true), ("PURGE /", true), ("POST /x", false), ("PATCH /x", false), ("", true), ("just words", true), ("POST", true),
  ])
  func `the broker knows what may be repeated`(head: String, isRepeatable: Bool) {
    #expect(Body(frames: [[], Array(head.utf8)]).isRepeatable == isRepeatable)
  }

  @Test func `a value cannot forge a field`() {
    var fields = Fields()
    fields["a"] = "1\nb: 2"
    #expect(Fields(parsing: fields.text).names == ["a"])
  }

  @Test(arguments: [
    (["", "GET /films"], "GET", "/films"), (["id", "PURGE /", "deadline: 5", "x", "more"], "PURGE", "/"),
  ])
  func `requests are read, however many frames`(frames: [String], method: String, target: String) throws {
    let request = try BodyFrames.request(Body(frames: frames.map { Array($0.utf8) }))
    #expect(request.method == method)
    #expect(request.target.description == target)
  }

  @Test(arguments: [[], ["id"], ["id", ""], ["id", "GET"], ["id", "GET people"], ["id", " /x"]] as [[String]])
  func `what is no request is a 400 that says so`(frames: [String]) {
    let body = Body(frames: frames.map { Array($0.utf8) })
    let problem = #expect(throws: Problem.self) { try BodyFrames.request(body) }
    #expect(problem?.status == 400)
  }

  @Test func `fields that are not UTF-8 are a 400 that names them`() {
    let body = Body(frames: [[1], Array("GET /x".utf8), [0x61, 0x3A, 0xC3, 0x28]])
    let problem = #expect(throws: Problem.self) { try BodyFrames.request(body) }
    #expect(problem?.extensions["field"] == "fields")
  }

  @Test func `problems cross the bus whole`() {
    let problem = Problem(503, "no", detail: "because", type: "urn:x", extensions: ["service": "s"], retryAfter: 3)
    #expect(Reply(problem).problem == problem)
    #expect(Reply(404, content: Array("<html>".utf8)).problem?.title == "status 404")
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
    // Hashes differ with the last byte, too.
    if let last = bytes.last { #expect(peer.hashValue != PeerID(bytes.dropLast() + [last ^ 1]).hashValue) }
  }

  @Test(arguments: ["ipc:///tmp/x", "tcp://127.0.0.1:5555", "tcp://[::1]:0", "inproc://x"])
  func `endpoints are taken`(text: String) throws {
    #expect(try Endpoint(text).description == text)
  }

  @Test(arguments: [
    "", "x", "http://a:1", "ipc://relative", "ipc:///" + String(repeating: "x", count: 107), "tcp://host", "tcp://host:70000", "tcp://:1",
    "inproc://",
  ])
  func `what is no endpoint is refused with a reason`(text: String) {
    let error = #expect(throws: BusError.self) { try Endpoint(text) }
    #expect(error?.code == .invalid)
  }

  @Test(arguments: [
    (["HOLOCRON_BUS": "tcp://127.0.0.1:5555"], "tcp://127.0.0.1:5555", "tcp://127.0.0.1:5556"),
    (["HOLOCRON_BUS": "ipc:///a/bus", "HOLOCRON_EVENTS": "ipc:///b/ev"], "ipc:///a/bus", "ipc:///b/ev"),
    (["XDG_RUNTIME_DIR": "/run/user/7"], "ipc:///run/user/7/holocron/bus", "ipc:///run/user/7/holocron/events"),
    ([:], "ipc:///tmp/holocron-7/bus", "ipc:///tmp/holocron-7/events"),
    (["HOLOCRON_BUS": "ipc:///a/bus2"], "ipc:///a/bus2", "ipc:///a/bus2.events"),
    (["HOLOCRON_BUS": "inproc://bus"], "inproc://bus", "inproc://bus/events"),
  ])
  func `the bus is found from the environment`(environment: [String: String], requests: String, events: String) throws {
    let address = try BusAddress(environment: environment, user: 7)
    #expect(address.requests.description == requests)
    #expect(address.events.description == events)
  }

  @Test(arguments: [
    ("tcp://127.0.0.1:1", true), ("tcp://127.9.9.9:1", true), ("tcp://[::1]:1", true), ("tcp://localhost:1", true), ("tcp://lo:1", true),
    ("ipc:///x", true), ("inproc://x", true), ("tcp://*:1", false), ("tcp://0.0.0.0:1", false), ("tcp://[::]:1", false),
    ("tcp://127.0.0.1.example.org:1", false), ("tcp://127.0.0:1", false), ("tcp://eth0:1", false), ("tcp://10.0.0.1:1", false),
  ])
  func `an endpoint tells whether other machines reach it`(text: String, isLocal: Bool) throws {
    #expect(try Endpoint(text).isLocal == isLocal)
  }

  @Test func `one endpoint cannot serve requests and events`() throws {
    let endpoint = try Endpoint("ipc:///a/bus")
    let error = #expect(throws: BusError.self) { try BusAddress(requests: endpoint, events: endpoint) }
    #expect(error?.code == .invalid)
  }
}
