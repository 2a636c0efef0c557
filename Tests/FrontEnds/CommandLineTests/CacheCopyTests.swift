import Client
import Contracts
import MessageBus
import OrderedJSON
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import CommandLine

/// `holocron cache verify`, `export` and `import` with a cache that answers in several steps.
struct CacheCopyTests {
  /// A store of 700 lines, read 256 at a time, whose lines with "bad" are rejected.
  private final class CopyRepository: CatalogueBased {
    let damaged: [String]
    let isMiscounted: Bool
    let omitted: Int
    /// Whether only the first step of an export succeeds.
    let failsLater: Bool
    /// The number of entries that each step of an import evicts.
    let evicted: Int
    let received = Mutex<[Int]>([])

    init(damaged: [String] = [], isMiscounted: Bool = false, omitted: Int = 0, failsLater: Bool = false, evicted: Int = 0) {
      (self.damaged, self.isMiscounted, self.omitted, self.failsLater) = (damaged, isMiscounted, omitted, failsLater)
      self.evicted = evicted
    }

    private static func lines(_ range: Range<Int>) -> [UInt8] { Array(range.map { "{\"key\":\"/people/\($0)\"}\n" }.joined().utf8) }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      if let export = try ExportRequest(request) {
        if failsLater, export.position > 0 { return Reply(Problem(500, "the cache store failed")) }
        let (start, end) = (Int(export.position), min(Int(export.position) + 256, 700))
        let next = end < 700 ? Int64(end) : nil
        return ExportRequest.reply(.init(lines: Self.lines(start..<end), count: end - start, omitted: omitted, next: next, total: 700))
      }
      if let verify = try VerifyRequest(request) {
        let isLast = verify.position == 256
        return VerifyRequest.reply(
          .init(
            checked: 256, damaged: isLast ? damaged : [], removed: isLast && verify.repairs ? damaged.count : 0, incomplete: 1,
            isMiscounted: isLast && isMiscounted, total: 512, next: isLast ? nil : 256))
      }
      guard let add = try ImportRequest(request) else { return Reply(404) }
      let lines = add.lines.split(separator: 0x0A)
      received.withLock { $0.append(lines.count) }
      let bad = lines.indices.filter { String(decoding: lines[$0], as: UTF8.self).contains("bad") }
      return ImportRequest.reply(
        .init(
          imported: lines.count - bad.count, skipped: 0, evicted: evicted,
          rejected: bad.map { .init(line: $0 + 1, reason: "it is bad") }))
    }

  }

  @Test func `verify adds up all steps and succeeds without damage`() async throws {
    let harness = CommandHarness(CopyRepository())
    #expect(try await harness.run("cache verify") == .success)
    #expect(harness.output == "Checked\t512 entries\nDamaged\tnone\nIncomplete\t2 pages of lists lack a record and will be fetched again\n")
  }

  @Test func `verify names damaged entries and fails unless it repairs them`() async throws {
    let harness = CommandHarness(CopyRepository(damaged: ["/people/5 of embedded"]))
    #expect(try await harness.run("cache verify --json") == .failure)
    #expect(
      harness.output
        == #"{"checked":512,"damaged":1,"entries":["/people/5 of embedded"],"removed":0,"incomplete":2,"miscounted":false}"# + "\n")
    #expect(harness.notes.contains("holocron cache verify --repair"))
    let repairing = CommandHarness(CopyRepository(damaged: ["/people/5 of embedded"], isMiscounted: true))
    #expect(try await repairing.run("cache verify --repair") == .success)
    #expect(repairing.output.contains("\t/people/5 of embedded\nRemoved\t1 entry\nTotals\tcounted again\n"))
    #expect(try await CommandHarness(CopyRepository(isMiscounted: true)).run("cache verify") == .failure)
  }

  @Test func `an export is written to a file or to standard output, and a file is imported`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.jsonl")
    let harness = CommandHarness(CopyRepository())
    #expect(try await harness.run("cache export \(path) --json") == .success)
    #expect(try JSON(parsing: harness.output)["exported"] == 700)
    let text = try #require(Files.text(path))
    #expect(text.hasPrefix("{\"format\":\"holocron-cache\",\"version\":1}\n{\"key\":\"/people/0\"}\n"))
    #expect(text.split(separator: "\n").count == 701)
    let piped = CommandHarness(CopyRepository())
    #expect(try await piped.run("cache export") == .success)
    #expect(piped.output == text)
    #expect(piped.notes.hasPrefix("Exported 700 entries"))
    let repository = CopyRepository()
    let importing = CommandHarness(repository)
    #expect(try await importing.run("cache import \(path) --json") == .success)
    #expect(importing.output == #"{"imported":700,"skipped":0,"evicted":0,"rejected":0,"lines":[]}"# + "\n")
    #expect(repository.received.withLock(\.self) == [500, 200])
  }

  @Test(arguments: ["", " --timeout 120"]) func `a named pipe is read to its end, whenever its writer comes`(option: String) async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("pipe")
    try Files.makeNamedPipe(path)
    let repository = CopyRepository()
    let importing = CommandHarness(repository)
    let lines = "{\"format\":\"holocron-cache\",\"version\":1}"
    let writer = try await RunningProcess.start("/bin/sh", ["-c", "sleep 0.3; (echo '\(lines)'; sleep 0.3; echo '{}') >'\(path)'"])
    #expect(try await importing.run("cache import \(path)\(option)") == .success)
    #expect(repository.received.withLock(\.self) == [1])
    try await writer.ends(.exited(0))
  }

  @Test func `an export that fails leaves the older file as it is`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.jsonl")
    try folder.write("older", to: "cache.jsonl")
    await #expect(throws: Problem.self) { try await CommandHarness(CopyRepository(failsLater: true)).run("cache export \(path)") }
    #expect(Files.text(path) == "older")
    #expect(Folder.names(in: folder.path) == ["cache.jsonl"])
    #expect(try await CommandHarness(CopyRepository()).run("cache export \(path)") == .success)
    #expect(Files.text(path)?.split(separator: "\n").count == 701)
    #expect(Folder.names(in: folder.path) == ["cache.jsonl"])
  }

  @Test func `an export that leaves entries out says so and fails`() async throws {
    let folder = try TemporaryDirectory()
    let harness = CommandHarness(CopyRepository(omitted: 1))
    #expect(try await harness.run("cache export \(folder.file("cache.jsonl")) --json") == .failure)
    // One in each of three answers.
    #expect(try JSON(parsing: harness.output)["omitted"] == 3)
    #expect(harness.notes.contains("Left out 3 entries"))
    let piped = CommandHarness(CopyRepository(omitted: 1))
    #expect(try await piped.run("cache export") == .failure)
    #expect(piped.notes.contains("Left out 3 entries"))
  }

  @Test(arguments: ["export", "import"]) func `an empty file name is a usage error`(subcommand: String) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness(CopyRepository()).run("cache \(subcommand) ''") }
    #expect(problem?.exitCode == .usage)
    #expect(problem?.detail == "the name of the file is empty; usage: holocron cache \(subcommand) FILE")
  }

  @Test func `rejected lines are named by their number in the file`() async throws {
    let folder = try TemporaryDirectory()
    let header = String(decoding: ExportHeader().line, as: UTF8.self)
    let long = String(repeating: "x", count: 4 << 20)
    try folder.write("\(header){}\n\nbad\n\(long)\n{}\nbad", to: "cache.jsonl")
    let harness = CommandHarness(CopyRepository())
    #expect(try await harness.run("cache import \(folder.file("cache.jsonl"))") == .failure)
    #expect(harness.output == "Imported\t2 entries\nRejected\t3 lines\n")
    let lines = harness.notes.split(separator: "\n")
    #expect(lines.first?.hasPrefix("holocron: line 5: it is longer than") == true)
    #expect(lines.dropFirst() == ["holocron: line 4: it is bad", "holocron: line 7: it is bad"])
  }

  @Test(arguments: [
    ("", "line 1: the file is empty"), ("{}\n", "line 1: the first line is not the header"),
    ("{\"format\":\"holocron-cache\",\"version\":2}\n", "line 1: the file has version 2 of the format"),
  ])
  func `a file of another form is refused`(_ text: String, _ reason: String) async throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "cache.jsonl")
    let harness = CommandHarness(CopyRepository())
    let problem = await #expect(throws: Problem.self) { try await harness.run("cache import \(folder.file("cache.jsonl"))") }
    #expect(problem?.detail?.hasPrefix(reason) == true)
    #expect(problem?.exitCode != .success)
  }

  @Test func `a time limit ends the import of a file that never ends`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(CopyRepository()).run("cache import /dev/zero --timeout 0.05")
    }
    #expect(problem?.type == ProblemType.deadline && problem?.detail?.hasPrefix("/dev/zero has not ended in time") == true)
  }

  @Test func `a time limit ends the import from a pipe to which nobody writes`() async throws {
    let folder = try TemporaryDirectory()
    try Files.makeNamedPipe(folder.file("pipe"))
    // Reading and writing, so that neither side waits for the other.
    let writer = try Descriptor.open(folder.file("pipe"), for: .locking)
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(CopyRepository()).run("cache import \(folder.file("pipe")) --timeout 0.05")
    }
    #expect(problem?.type == ProblemType.deadline)
    withExtendedLifetime(writer) {}
  }

  @Test func `lines are split wherever the pieces end`() throws {
    let bytes = Array("one\n\nthree is long\nfour".utf8)
    for size in 1...bytes.count {
      var (reader, rest, lines) = (LineReader(limit: 5), bytes[...], [LineReader.Line]())
      while let line = try reader.next({
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }) { lines.append(line) }
      #expect(lines.map(\.number) == [1, 2, 3, 4])
      #expect(lines.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == ["one", "", nil, "four"])
    }
  }
}
