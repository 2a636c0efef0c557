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
  ])
  func `the bus is found from the environment`(environment: [String: String], requests: String, events: String) throws {
    let address = try BusAddress(environment: environment, user: 7)
    #expect(address.requests.description == requests)
    #expect(address.events.description == events)
  }
}
