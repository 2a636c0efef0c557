import Contracts
import Databases
import Logging
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Cache

/// Checks, exports and imports of a store, through the requests of the service.
@Suite struct StoreCopyTests {
  private static func harness(_ store: any CacheStore, source: FakeSource? = nil) -> CacheHarness {
    var settings = CacheSettings.longTimeouts
    settings.memory = StoreLimits(entries: 0, bytes: 0)
    return CacheHarness(people: 700, store: store, settings: settings, source: source)
  }

  private static func export(_ harness: CacheHarness) async throws -> (lines: [UInt8], requests: Int, omitted: Int) {
    var (lines, requests, omitted, position): ([UInt8], Int, Int, String?) = ([], 0, 0, "")
    while let next = position {
      let answer = try ExportRequest.answer(await harness.ask(ExportRequest(after: next).request))
      #expect(answer.count == answer.lines.count { $0 == 0x0A })
      lines += answer.lines
      requests += 1
      omitted += answer.omitted
      position = answer.next
    }
    return (lines, requests, omitted)
  }

  private static func verify(_ harness: CacheHarness, repairs: Bool = false) async throws -> [VerifyRequest.Answer] {
    var (answers, position): ([VerifyRequest.Answer], String?) = ([], "")
    while let next = position {
      let answer = try VerifyRequest.answer(await harness.ask(VerifyRequest(after: next, repairs: repairs).request))
      answers.append(answer)
      position = answer.next
    }
    return answers
  }

  private static func add(_ lines: [UInt8], to harness: CacheHarness) async throws -> ImportRequest.Answer {
    try ImportRequest.answer(await harness.ask(ImportRequest(lines).request))
  }

  /// Fills the cache with records, pages, a search, the kinds and what the origin does not have, at different times.
  private static func fill(_ harness: CacheHarness) async {
    let requests =
      [ListRequest(.people, asOrigin: true), ListRequest(.people, .page(2), asOrigin: true), ListRequest(.people, search: "Person 99")]
      .map(\.request) + (300...560).map { RecordRequest(Reference(.people, $0)).request }
    for request in requests + [KindsRequest().request, RecordRequest(Reference(.people, 9_999)).request] {
      _ = await harness.ask(request)
    }
    harness.clock.advance(by: .seconds(77))
    _ = await harness.ask(RecordRequest(Reference(.people, 3), validation: Validation(revalidate: true)).request)
    harness.clock.advance(by: .seconds(5))
  }

  private static let questions =
    [ListRequest(.people, asOrigin: true), ListRequest(.people, .page(2), asOrigin: true), ListRequest(.people, search: "Person 99")]
    .map { request in
      var request = request
      request.validation.onlyIfCached = true
      return request.request
    }
    + [1, 3, 15, 300, 450, 560, 9_999, 5_000].map {
      RecordRequest(Reference(.people, $0), validation: Validation(onlyIfCached: true)).request
    } + [KindsRequest(validation: Validation(onlyIfCached: true)).request]

  /// The replies to ``questions``, with age, tag, address and origin.
  private static func answers(_ harness: CacheHarness) async -> [Reply] {
    var replies: [Reply] = []
    for question in questions { replies.append(await harness.ask(question)) }
    return replies
  }

  @Test func `an export that is imported gives the same answers with the same ages`() async throws {
    let harness = Self.harness(SQLiteStore())
    harness.source.setOrigin(OriginIdentity("http://127.0.0.1:1138/api"))
    await Self.fill(harness)
    let before = await Self.answers(harness)
    #expect(before.map(\.status) == [200, 200, 200, 200, 200, 200, 200, 200, 200, 404, 504, 200])
    #expect(Set(before.compactMap { $0.fields["age"] }) == ["5", "82"])
    let (lines, requests, _) = try await Self.export(harness)
    #expect(requests > 1)
    // Into another store.
    let other = Self.harness(SQLiteStore())
    other.source.setOrigin(OriginIdentity("http://127.0.0.1:1138/api"))
    other.clock.advance(by: .seconds(82))
    _ = await other.ask(RecordRequest(Reference(.people, 700)).request)
    let added = try await Self.add(lines, to: other)
    #expect(added.imported == lines.count { $0 == 0x0A } && added.skipped == 0 && added.rejected == [])
    #expect(await Self.answers(other) == before)
    // Into the same one, after a purge.
    _ = await harness.ask(PurgeRequest(.everything).request)
    #expect(await Self.answers(harness).allSatisfy { $0.status == 504 })
    _ = try await Self.add(lines, to: harness)
    #expect(await Self.answers(harness) == before)
    #expect(try await Self.export(harness).lines.count == lines.count)
    for harness in [harness, other] { await harness.service.close() }
  }

  @Test func `an import replaces older entries and keeps later ones`() async throws {
    let harness = Self.harness(SQLiteStore())
    _ = await harness.record(1)
    let first = try await Self.export(harness).lines
    harness.clock.advance(by: .seconds(60))
    harness.source.rename(Reference(.people, 1), "Later")
    _ = await harness.record(1, Validation(revalidate: true))
    let later = try await Self.export(harness).lines
    #expect(try await Self.add(first, to: harness) == .init(imported: 0, skipped: 1))
    #expect(await harness.record(1).text.contains("Later"))
    #expect(harness.events.topics.last == "confirmed/people/1")
    _ = await harness.ask(PurgeRequest(.everything).request)
    #expect(try await Self.add(first, to: harness) == .init(imported: 1))
    #expect(try await Self.add(later, to: harness) == .init(imported: 1))
    #expect(await harness.record(1).text.contains("Later"))
    // Other workers read the entry again, and front-ends learn of the change.
    #expect(harness.events.topics.last == "changed/people/1")
    await harness.service.close()
  }

  @Test func `an import into a full store counts what was evicted`() async throws {
    let harness = CacheHarness()
    for id in 1...5 { _ = await harness.record(id) }
    let lines = try await Self.export(harness).lines
    let full = Self.harness(SQLiteStore(inMemory: StoreLimits(entries: 2, bytes: 1 << 20)))
    let answer = try await Self.add(lines, to: full)
    #expect(answer.imported == 5 && answer.evicted == 3)
    #expect(try await Self.verify(full).last?.total == 2)
    for harness in [harness, full] { await harness.service.close() }
  }

  /// The workers share a store, and only one of them gets the import.
  @Test func `entries that another worker has imported are served although there is no fetcher`() async throws {
    let origin = try #require(OriginIdentity("http://127.0.0.1:1138/api"))
    let harness = CacheHarness()
    harness.source.setOrigin(origin)
    _ = await harness.record(1)
    let lines = try await Self.export(harness).lines
    let store = SQLiteStore()
    let (importing, other) = (CacheHarness(store: store), CacheHarness(store: store))
    // It has looked for the origin before the import.
    let before = await other.record(1, Validation(onlyIfCached: true))
    #expect(before.status == 504)
    #expect(try await Self.add(lines, to: importing) == .init(imported: 1))
    let cached = await other.record(1, Validation(onlyIfCached: true))
    #expect(cached.status == 200)
    #expect(await other.record(1).fields[OriginIdentity.field] == origin.text)
    #expect(other.source.requests.isEmpty)
    for harness in [harness, importing, other] { await harness.service.close() }
  }

  @Test func `lines that are no entries are rejected by number, and the others are stored`() async throws {
    let harness = CacheHarness()
    _ = await harness.record(1)
    let line = try await Self.export(harness).lines
    _ = await harness.ask(PurgeRequest(.everything).request)
    let lines = Array("nonsense\n".utf8) + line + Array("{\"key\":\"/people/2\"}".utf8)
    let answer = try await Self.add(lines, to: harness)
    #expect(answer.imported == 1)
    #expect(answer.rejected.map(\.line) == [1, 3])
    #expect(answer.rejected.map(\.reason) == ["it is not a JSON object", "the status is not 200, 404 or 410"])
    let many = [UInt8](repeating: UInt8(ascii: "x"), count: 1)
    let tooMany = try await Self.add(Array((0...1_000).map { _ in many }.joined(separator: [0x0A])), to: harness)
    #expect(tooMany.rejected.count == 1_001 && tooMany.rejected.last?.reason.contains("1000 lines") == true)
    let empty = try await Self.add([UInt8](repeating: 0x0A, count: ImportRequest.maxSize), to: harness)
    #expect(empty.rejected.map(\.line) == [ImportRequest.maxLines + 1])
    let tooLarge = await harness.ask(ImportRequest([UInt8](repeating: 0x20, count: ImportRequest.maxSize + 1)).request)
    #expect(tooLarge.status == 413)
    await harness.service.close()
  }

  @Test func `an intact store has no damaged entries`() async throws {
    let harness = Self.harness(SQLiteStore())
    await Self.fill(harness)
    let answers = try await Self.verify(harness)
    #expect(answers.count > 1)
    #expect(answers.reduce(0) { $0 + $1.checked } == answers.last?.total)
    #expect(answers.allSatisfy { $0.damaged.isEmpty && $0.incomplete == 0 && $0.removed == 0 })
    // A page that lacks a record is no damage.
    _ = await harness.ask(PurgeRequest(.record(Reference(.people, 2))).request)
    #expect(try await Self.verify(harness).reduce(0) { $0 + $1.incomplete } > 0)
    await harness.service.close()
  }

  /// Each statement damages one row.
  @Test(arguments: [
    "body = X'7B7D' WHERE key = '/people/5'", "fields = '{}' WHERE key = '/people?page=2'", "origin = 'no origin' WHERE key = '/people/5'",
    "key = '/people/05' WHERE key = '/people/5'", "checksum = 0 WHERE key = '/kinds'",
  ])
  func `damaged rows are found and removed`(_ change: String) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let path = folder.file("cache.sqlite")
    let harness = Self.harness(try SQLiteStore(file: path, logger: .silent))
    await Self.fill(harness)
    try Database(path).run("UPDATE entries SET \(change)")
    #expect(try await Self.export(harness).omitted == 1)
    for (repairs, found, removed) in [(false, 1, 0), (true, 1, 1), (false, 0, 0)] {
      let answers = try await Self.verify(harness, repairs: repairs)
      #expect(answers.flatMap(\.damaged).count == found && answers.reduce(0) { $0 + $1.removed } == removed)
    }
    await harness.service.close()
  }

  /// Damage that SQLite itself finds: the file is replaced, and the check says so instead of finding nothing in the new one.
  @Test func `a file too damaged to read is reported`() async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let path = folder.file("cache.sqlite")
    let first = Self.harness(try SQLiteStore(file: path, logger: .silent))
    await Self.fill(first)
    await first.service.close()
    let harness = Self.harness(try SQLiteStore(file: path, logger: .silent))
    let size = try #require(Files.size(path))
    try Files.overwrite(path, at: 4_096, with: [UInt8](repeating: 0xA5, count: size - 4_096))
    var replies: [Reply] = []
    for _ in 0..<2 { replies.append(await harness.ask(VerifyRequest().request)) }
    #expect(replies.map(\.status) == [500, 200])
    #expect(replies[0].problem?.detail?.contains("replaced by a new one") == true)
    await harness.service.close()
  }
}
