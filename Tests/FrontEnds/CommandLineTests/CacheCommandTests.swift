import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import CommandLine

/// `holocron cache verify`, `export` and `import` with a cache that answers in several steps.
struct CacheCopyTests {
  /// A store of 700 lines, read 256 at a time, whose lines with "bad" are rejected. `failsLater` is whether only the first step of an export
  /// succeeds, and `received` gets the number of lines of each step of an import.
  private static func store(
    damaged: [String] = [], omitted: Int = 0, failsLater: Bool = false, received: Recording = Recording()
  ) -> CatalogueRepository {
    CatalogueRepository(reply: { _, request throws(Problem) in
      if let export = try ExportRequest(request) {
        if failsLater, !export.position.isEmpty { return Reply(Problem(500, "the cache store failed")) }
        let start = Int(export.position) ?? 0
        let end = min(start + 256, 700)
        let lines = Array((start..<end).map { "{\"key\":\"/people/\($0)\"}\n" }.joined().utf8)
        return ExportRequest.reply(
          .init(lines: lines, count: end - start, omitted: omitted, next: end < 700 ? "\(end)" : nil, total: 700))
      }
      if let verify = try VerifyRequest(request) {
        let isLast = verify.position == "256"
        return VerifyRequest.reply(
          .init(
            checked: 256, damaged: isLast ? damaged : [], removed: isLast && verify.repairs ? damaged.count : 0, incomplete: 1,
            total: 512, next: isLast ? nil : "256"))
      }
      guard let add = try ImportRequest(request) else { return Reply(404) }
      let lines = add.lines.split(separator: 0x0A)
      received.add("\(lines.count)")
      let bad = lines.indices.filter { String(decoding: lines[$0], as: UTF8.self).contains("bad") }
      let rejected = bad.map { ImportRequest.Rejection(line: $0 + 1, reason: "it is bad") }
      return ImportRequest.reply(.init(imported: lines.count - bad.count, skipped: 0, evicted: 0, rejected: rejected))
    })
  }

  @Test func `verify adds up all steps and succeeds without damage`() async throws {
    let harness = CommandHarness(Self.store())
    #expect(try await harness.run("cache verify") == .success)
    #expect(harness.output == "Checked\t512 entries\nDamaged\tnone\nIncomplete\t2 pages of lists lack a record and will be fetched again\n")
  }

  @Test func `verify names damaged entries and fails unless it repairs them`() async throws {
    let harness = CommandHarness(Self.store(damaged: ["/people/5 of embedded"]))
    #expect(try await harness.run("cache verify --json") == .failure)
    #expect(
      harness.output
        == #"{"checked":512,"damaged":1,"entries":["/people/5 of embedded"],"removed":0,"incomplete":2}"# + "\n")
    #expect(harness.notes.contains("holocron cache verify --repair"))
    let repairing = CommandHarness(Self.store(damaged: ["/people/5 of embedded"]))
    #expect(try await repairing.run("cache verify --repair") == .success)
    #expect(repairing.output.contains("\t/people/5 of embedded\nRemoved\t1 entry\n"))
  }

  @Test func `an export is written to a file or to standard output, and a file is imported`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.jsonl")
    let harness = CommandHarness(Self.store())
    #expect(try await harness.run("cache export \(path) --json") == .success)
    #expect(try JSON(parsing: harness.output)["exported"] == 700)
    let text = try #require(Files.text(path))
    #expect(text.hasPrefix("{\"format\":\"holocron-cache\",\"version\":1}\n{\"key\":\"/people/0\"}\n"))
    #expect(text.split(separator: "\n").count == 701)
    let piped = CommandHarness(Self.store())
    #expect(try await piped.run("cache export") == .success)
    #expect(piped.output == text)
    #expect(piped.notes.hasPrefix("Exported 700 entries"))
    let received = Recording()
    let importing = CommandHarness(Self.store(received: received))
    #expect(try await importing.run("cache import \(path) --json") == .success)
    #expect(importing.output == #"{"imported":700,"skipped":0,"evicted":0,"rejected":0,"lines":[]}"# + "\n")
    #expect(received.all == ["500", "200"])
  }

  @Test(arguments: ["", " --timeout 120"]) func `a named pipe is read to its end, whenever its writer comes`(option: String) async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("pipe")
    try Files.makeNamedPipe(path)
    let received = Recording()
    let importing = CommandHarness(Self.store(received: received))
    let lines = "{\"format\":\"holocron-cache\",\"version\":1}"
    let writer = try await RunningProcess.start("/bin/sh", ["-c", "sleep 0.3; (echo '\(lines)'; sleep 0.3; echo '{}') >'\(path)'"])
    #expect(try await importing.run("cache import \(path)\(option)") == .success)
    #expect(received.all == ["1"])
    try await writer.ends(.exited(0))
  }

  @Test func `an export that fails leaves the older file as it is`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("cache.jsonl")
    try folder.write("older", to: "cache.jsonl")
    await #expect(throws: Problem.self) { try await CommandHarness(Self.store(failsLater: true)).run("cache export \(path)") }
    #expect(Files.text(path) == "older")
    #expect(Folder.names(in: folder.path) == ["cache.jsonl"])
    #expect(try await CommandHarness(Self.store()).run("cache export \(path)") == .success)
    #expect(Files.text(path)?.split(separator: "\n").count == 701)
    #expect(Folder.names(in: folder.path) == ["cache.jsonl"])
  }

  @Test func `an export that leaves entries out says so and fails`() async throws {
    let folder = try TemporaryDirectory()
    let harness = CommandHarness(Self.store(omitted: 1))
    #expect(try await harness.run("cache export \(folder.file("cache.jsonl")) --json") == .failure)
    // One in each of three answers.
    #expect(try JSON(parsing: harness.output)["omitted"] == 3)
    #expect(harness.notes.contains("Left out 3 entries"))
    let piped = CommandHarness(Self.store(omitted: 1))
    #expect(try await piped.run("cache export") == .failure)
    #expect(piped.notes.contains("Left out 3 entries"))
  }

  @Test func `rejected lines are named by their number in the file`() async throws {
    let folder = try TemporaryDirectory()
    let header = String(decoding: ExportHeader().line, as: UTF8.self)
    let long = String(repeating: "x", count: 4 << 20)
    try folder.write("\(header){}\n\nbad\n\(long)\n{}\nbad", to: "cache.jsonl")
    let harness = CommandHarness(Self.store())
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
    let harness = CommandHarness(Self.store())
    let problem = await #expect(throws: Problem.self) { try await harness.run("cache import \(folder.file("cache.jsonl"))") }
    #expect(problem?.detail?.hasPrefix(reason) == true)
    #expect(problem?.exitCode != .success)
  }

  @Test func `a time limit ends the import of a file that never ends`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(Self.store()).run("cache import /dev/zero --timeout 0.05")
    }
    #expect(problem?.type == ProblemType.deadline && problem?.detail?.hasPrefix("/dev/zero has not ended in time") == true)
  }

  @Test func `a time limit ends the import from a pipe to which nobody writes`() async throws {
    let folder = try TemporaryDirectory()
    try Files.makeNamedPipe(folder.file("pipe"))
    // Reading and writing, so that neither side waits for the other.
    let writer = try Descriptor.open(folder.file("pipe"), for: .locking)
    let problem = await #expect(throws: Problem.self) {
      try await CommandHarness(Self.store()).run("cache import \(folder.file("pipe")) --timeout 0.05")
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

/// `holocron cache warm` with origins that lack kinds or ask to slow down.
@Suite struct CacheWarmingTests {
  /// An origin with only the people of the catalogue, without those in `missing`. It asks to slow down after `limit` requests. The cached list
  /// lacks `unlisted` records until a request for it limits its age.
  final class PeopleOnlyRepository: Repository {
    let requestCount = Mutex(0)
    private let limit: Int
    private let catalogue = CatalogueRepository()

    private let missing: Set<String>
    private let unlisted: Int?
    /// The freshness that the requests for lists demanded.
    let demands = Mutex<[String?]>([])

    init(limit: Int = .max, missing: Set<String> = [], unlisted: Int? = nil) {
      self.limit = limit
      self.missing = missing
      self.unlisted = unlisted
    }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      if KindsRequest(request) != nil { return KindsRequest.reply([KindName.people]) }
      guard request.target.path.first == "people" else {
        return Reply(Problem(404, "not found", detail: "the origin has no list of \(request.target)", type: ProblemType.notFound))
      }
      let number = requestCount.withLock { count in
        count += 1
        return count
      }
      guard number <= limit else {
        return Reply(Problem(429, "the origin asks to slow down", type: ProblemType.origin, retryAfter: 3_600))
      }
      guard !missing.contains(request.target.path.joined(separator: "/")) else { return Reply(Problem(502, "the origin sent no record")) }
      return try await catalogue.reply(of: service, to: request)
    }

    func stream(_ service: ServiceName, _ request: Request, part: (Reply) throws(Problem) -> Void) async throws(Problem) {
      guard request.target.path == ["people"] else { return try part(try await reply(of: service, to: request)) }
      let demand = request.fields["cache-control"]
      demands.withLock { $0.append(demand) }
      try await CatalogueRepository(missing: demand == nil ? unlisted : nil).stream(service, request, part: part)
    }

    func brokerStatistics() async throws(Problem) -> JSON { try await catalogue.brokerStatistics() }
    func subscribe(to topics: [String], onEvent: (EventSubscription.Element) throws(Problem) -> Void) async throws(Problem) {}
  }

  @Test func `cache warm requests only the kinds of the origin`() async throws {
    let harness = CommandHarness(PeopleOnlyRepository())
    #expect(try await harness.run("cache warm --json") == .success)
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.int == 82)
    #expect(json["failed"] == [])
    #expect(try await JSON(parsing: CommandHarness.ran("random --json", PeopleOnlyRepository()).output)["kind"] == "people")
  }

  @Test func `cache warm fails if some records are missing`() async throws {
    let harness = CommandHarness(PeopleOnlyRepository(missing: ["people/1", "people/5"]))
    #expect(try await harness.run("cache warm --json") == .failure)
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.int == 80)
    #expect(json["failed"] == ["people/1", "people/5"])
    #expect(harness.notes.contains("couldn't fetch people/5"))
  }

  /// The cache lacks the records that the origin counts but does not return, too.
  @Test(arguments: [(50, "50 more records"), (1, "1 more record")])
  func `cache warm fails if a list is incomplete`(_ missing: Int, _ records: String) async throws {
    let harness = CommandHarness(CatalogueRepository(missing: missing))
    #expect(try await harness.run("cache warm --json") == .failure)
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.int == 260)
    #expect(json["failed"] == [])
    #expect(harness.notes.contains("The list of people is incomplete: the origin counts \(records) than it returned.\n"))
  }

  /// Records may be available that the origin did not return when the list was cached.
  @Test func `cache warm revalidates an incomplete list`() async throws {
    let repository = PeopleOnlyRepository(unlisted: 3)
    let harness = CommandHarness(repository)
    #expect(try await harness.run("cache warm --json") == .success)
    #expect(!harness.notes.contains("incomplete"))
    let demands = repository.demands.withLock(\.self)
    #expect(demands.first == .some(nil))
    #expect(demands.dropFirst().map { $0?.hasPrefix("max-age=") } == [true])
  }

  @Test func `cache warm stops when the origin asks to slow down`() async throws {
    let origin = PeopleOnlyRepository(limit: 10)
    let harness = CommandHarness(origin)
    let problem = await #expect(throws: Problem.self) { try await harness.run("cache warm --json") }
    #expect(problem?.exitCode == .unavailable)
    #expect(problem?.detail == "72 of 82 records are missing; to continue, run holocron cache warm again")
    #expect(problem?.advice().last?.hasPrefix("Try again in 1 h. ") == true)
    // Only requests that were already in flight follow.
    #expect(origin.requestCount.withLock(\.self) <= 10 + 16)
    #expect(try JSON(parsing: harness.output)["records"]?.int == 10)
  }
}
