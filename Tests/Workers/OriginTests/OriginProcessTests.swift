import HTTPClient
import Origin
import Platform
import ServiceTestSupport
import TestSupport
import Testing

/// Tests of `holocron-origin` as a process.
@Suite struct OriginProcessTests {
  let executable = ProductsDirectory.executable("holocron-origin")
  /// Without `HOME`, the configuration file of the tester would be read.
  static let environment = ["HOME": "/nonexistent"]

  @Test func `prints its URL, serves and stops`() async throws {
    let process = try await RunningProcess.start(executable, ["--port", "0", "--page-size", "4"], environment: Self.environment)
    let base = try await process.firstLine()
    #expect(base.hasPrefix("http://127.0.0.1:"))
    let response = try await OriginTests.ask("\(base)/films/?page=2")
    #expect(response.status == 200)
    process.send(.terminate)
    try await process.ends(.exited(0))
    #expect(process.output == base + "\n")
  }

  @Test func `reads settings from the environment`() async throws {
    let process = try await RunningProcess.start(
      executable, environment: Self.environment.merging(["HOLOCRON_ORIGIN_PORT": "0", "HOLOCRON_ORIGIN_HOST": "localhost"]) { $1 })
    #expect(try await process.firstLine().hasPrefix("http://localhost:"))
    process.send(.interrupt)
    try await process.ends(.exited(0))
  }

  @Test(arguments: [
    (["--port", "70000"], "invalid value '70000' for --port"), (["--latency", "soon"], "invalid value 'soon' for --latency"),
    (["--page-size", "0"], "invalid value '0' for --page-size"),
    (["--host", "192.0.2.1", "--port", "0"], "no address 192.0.2.1"),
    (["--host", "no_such_host.invalid", "--port", "0"], "cannot find the host 'no_such_host.invalid': choose an address or a name"),
    (["--port", "-1"], "invalid value '-1' for --port: expected a whole number from 0 to 65535"),
    (["--seed", "9223372036854775808"], "expected a whole number from 0 to 9223372036854775807"),
    (["--timing"], "holocron-origin: --timing needs --replay FILE"),
    (["--check-settings", "--fault", "frob"], "holocron-origin: --fault, line 1: unknown fault 'frob'"),
    (["--fault", "frob\u{1B}]0;owned\u{7}"], "unknown fault 'frob\u{FFFD}]0;owned\u{FFFD}'"),
  ])
  func `invalid settings end the process`(arguments: [String], message: String) async throws {
    let process = try await RunningProcess.start(executable, arguments, environment: Self.environment)
    try await process.ends(.exited(2))
    #expect(process.errors.contains(message))
    #expect(process.output.isEmpty)
  }

  /// A program that starts the server on a free port reads the URL from this line.
  @Test func `a URL that cannot be printed ends the process`() async throws {
    let command = "\(executable) --port 0 > /dev/full"
    let process = try await RunningProcess.start("/bin/sh", ["-c", command], environment: Self.environment)
    try await process.ends(.exited(1))
    #expect(process.errors.contains("cannot write to standard output: No space left on device"))
  }

  /// The file would have to be removed before the next try.
  @Test func `a recording that cannot be started leaves no file`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    // No file may grow.
    let command = "trap '' XFSZ; ulimit -f 0; exec \(executable) --port 0 --record http://127.0.0.1:9/api --to \(file)"
    let process = try await RunningProcess.start("/bin/sh", ["-c", command], environment: Self.environment)
    try await process.ends(.exited(5))
    #expect(process.errors.contains("cannot create \(file): "), "\(process.errors)")
    #expect(!FileSystem.exists(file))
  }

  @Test func `a recording ends although the server does not answer, and keeps what was whole`() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("r.jsonl")
    let server = try await ScriptedServer.start { _, number in
      number == 1
        ? [.send("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")] : [.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"), .hang]
    }
    let process = try await RunningProcess.start(
      executable, ["--port", "0", "--record", server.base, "--to", file, "--drain-timeout", "1h"], environment: Self.environment)
    let base = try await process.firstLine()
    func ask(_ path: String) async throws -> Int { try await OriginTests.ask(base + path).status }
    #expect(try await ask("/people/1/") == 200)
    async let status = ask("/people/2/")
    try await eventually("the server has the second request") { server.heads.count == 2 }
    process.send(.terminate)
    try await process.ends(.exited(0))
    #expect(try await status == 503)
    await server.stop()
    let lines = try #require(Files.text(file)).split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains("/api/people/1/"), "\(lines)")
  }

  /// The message quotes the file, which comes from anywhere.
  @Test(arguments: ["--script", "--replay"]) func `an error about a file has no control characters`(option: String) async throws {
    let folder = try TemporaryDirectory()
    let exchange =
      #"{"method":"GET","target":"/","sent":0,"status":200,"headers":[["Content\u001b]0;owned\u0007","x"]],"head":0,"body":[]}"#
    let header = #"{"format":"holocron-recording","version":1,"server":"http://x\u001b]0;owned\u0007","base":"/api","started":"\u001b"}"#
    try folder.write(option == "--script" ? "frob\u{1B}]0;owned\u{7}" : "\(header)\n\(exchange)\n", to: "file\u{1B}[2J")
    let process = try await RunningProcess.start(
      executable, ["--port", "0", option, folder.file("file\u{1B}[2J")], environment: Self.environment)
    let ending = try await process.ending()
    #expect(ending != .exited(0))
    #expect(process.errors.hasPrefix("holocron-origin: "))
    #expect(process.errors.filter { $0 != "\n" }.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
  }
}
