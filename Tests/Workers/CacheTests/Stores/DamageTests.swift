import Contracts
import MessageBus
import Models
import Platform
import TestSupport
import Testing

@testable import Cache

/// A damaged file causes fetches, but never wrong answers or lasting failures.
@Suite struct DamageTests {
  /// Number of places for each type of damage; `HOLOCRON_TEST_PLACES` sets another one for all, such as 200.
  private static let places = Environment.process["HOLOCRON_TEST_PLACES"].flatMap { Int($0) }

  /// A type of damage.
  enum Damage: String, Sendable, CaseIterable {
    case bitFlip, zeroedPage, truncation

    func damage(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
      switch self {
      case .bitFlip: bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case .zeroedPage:
        let start = Int.random(in: 0..<(bytes.count / 4_096), using: &generator) * 4_096
        for index in start..<(start + 4_096) { bytes[index] = 0 }
      case .truncation: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
      }
    }
  }

  private static let requests =
    (1...25).map { RecordRequest(Reference(.people, $0)).request }
    + [ListRequest(.people, asOrigin: true).request, ListRequest(.people, .page(2)).request, KindsRequest().request]

  /// The files of an intact store, and the replies to all requests.
  private struct IntactStore {
    /// The file, its write-ahead log and the index of the log by suffix; after a clean end, the file alone.
    var files: [String: [UInt8]]
    var truth: [Reply]

    func write(to path: String) throws {
      for (suffix, bytes) in files { try Files.write(bytes, to: path + suffix) }
    }
  }

  /// Returns a cache without a memory tier, which reads the store on every request.
  private func harness(
    _ path: String, _ source: FakeSource, checkingUpTo limit: Int = 32 << 20, log: LogRecorder = LogRecorder()
  ) throws -> CacheHarness {
    var settings = CacheSettings.longTimeouts
    settings.memory = StoreLimits(entries: 0, bytes: 0)
    let store = try SQLiteStore(file: path, completeCheckLimit: limit, logger: log.logger)
    return CacheHarness(store: store, settings: settings, source: source)
  }

  /// Creates an intact store in `folder`.
  /// - Parameter isInUse: whether the files are those of a worker that was killed, with entries in the write-ahead log.
  private func intactStore(in folder: TemporaryDirectory, isInUse: Bool = false) async throws -> IntactStore {
    let path = folder.file("whole.sqlite")
    let harness = try harness(path, FakeSource())
    var truth: [Reply] = []
    for _ in 1...2 {
      truth = []
      for request in Self.requests { truth.append(await harness.ask(request)) }
    }
    #expect(truth.allSatisfy { $0.status == 200 })
    var files: [String: [UInt8]] = [:]
    if isInUse { for suffix in ["", "-wal", "-shm"] { files[suffix] = Files.bytes(path + suffix) } }
    await harness.service.close()
    if !isInUse { files[""] = Files.bytes(path) }
    return IntactStore(files: files, truth: truth)
  }

  /// Expects no wrong answers, and no failures in the second round.
  /// - Parameter elapsed: seconds since the store was filled.
  private func check(_ harness: CacheHarness, _ truth: [Reply], after elapsed: Int = 0, _ comment: String) async {
    let ages = ["0", "\(elapsed)"]
    let hits = [86_400, 86_400 - elapsed].map { "holocron; hit; ttl=\($0)" }
    for round in 1...2 {
      for (request, expected) in zip(Self.requests, truth) {
        let reply = await harness.ask(request)
        if reply.status >= 500, round == 1 { continue }
        #expect(reply.status == 200, "\(comment): \(request.head)")
        #expect(reply.content == expected.content, "\(comment): \(request.head)")
        #expect(ages.contains(reply.fields["age"] ?? ""), "\(comment): \(request.head)")
        let status = reply.cacheStatus ?? ""
        #expect(status.contains("fwd=") || hits.contains { status.hasPrefix($0) }, "\(comment): \(status)")
      }
    }
  }

  /// A large file is checked only briefly on opening, so the damage may be found later.
  @Test(arguments: [(Damage.bitFlip, 40), (.zeroedPage, 20), (.truncation, 10)], [32 << 20, 0])
  func `a file damaged before opening gives no wrong answers`(_ damage: (kind: Damage, count: Int), _ checkLimit: Int) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let whole = try await intactStore(in: folder)
    var generator = SplitMix64(seed: 7)
    for number in 1...(Self.places ?? damage.count) {
      var damaged = whole
      damage.kind.damage(&damaged.files["", default: []], using: &generator)
      let (path, log) = (folder.file("\(number).sqlite"), LogRecorder())
      try damaged.write(to: path)
      let harness = try harness(path, FakeSource(), checkingUpTo: checkLimit, log: log)
      await check(harness, whole.truth, "\(damage.kind) \(number)")
      await harness.service.close()
      checkMessage(log, of: path, isSetAside: damage.kind == .truncation ? true : nil, "\(damage.kind) \(number)")
    }
  }

  /// Every frame of the log has a checksum, and its index is made again: SQLite ignores what it cannot read, and the entries are fetched.
  @Test(arguments: [(Damage.bitFlip, 20), (.zeroedPage, 10), (.truncation, 10)], ["-wal", "-shm"])
  func `a damaged write-ahead log gives no wrong answers`(_ damage: (kind: Damage, count: Int), _ suffix: String) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let whole = try await intactStore(in: folder, isInUse: true)
    #expect(whole.files["-wal"]?.count ?? 0 > 100_000, "the entries are in the log")
    var generator = SplitMix64(seed: 13)
    for number in 1...(Self.places ?? damage.count) {
      var damaged = whole
      damage.kind.damage(&damaged.files[suffix, default: []], using: &generator)
      let (path, log) = (folder.file("\(number).sqlite"), LogRecorder())
      try damaged.write(to: path)
      let harness = try harness(path, FakeSource(), log: log)
      // What is left of the log may end with a lease of the worker that was killed, which is this process: it has to expire.
      harness.clock.advance(by: .seconds(10))
      await check(harness, whole.truth, after: 10, "\(damage.kind) \(number)")
      await harness.service.close()
      checkMessage(log, of: path, isSetAside: suffix == "-shm" ? false : nil, "\(damage.kind) \(number) of \(suffix)")
    }
  }

  /// Expects one warning if the file was set aside, which names both files, and none of that kind otherwise.
  private func checkMessage(_ log: LogRecorder, of path: String, isSetAside expected: Bool?, _ comment: String) {
    let isSetAside = FileSystem.exists("\(path).damaged-1")
    if let expected { #expect(isSetAside == expected, "\(comment)") }
    let warnings = log.lines.filter { $0.hasPrefix("damaged database file set aside and replaced by a new one") }
    #expect(warnings.count == (isSetAside ? 1 : 0), "\(comment): \(log.lines)")
    #expect(warnings.allSatisfy { $0.contains(path) && $0.contains("\(path).damaged-1") }, "\(comment): \(log.lines)")
  }

  @Test(arguments: [(Damage.bitFlip, 40), (.zeroedPage, 20), (.truncation, 10)])
  func `a file damaged while in use gives no wrong answers`(_ damage: Damage, _ count: Int) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let store = try await intactStore(in: folder)
    let whole = store.files["", default: []]
    var generator = SplitMix64(seed: 11)
    for number in 1...(Self.places ?? count) {
      let path = folder.file("\(number).sqlite")
      try Files.write(whole, to: path)
      let harness = try harness(path, FakeSource())
      // Open the file, so that SQLite has some of its pages in memory.
      _ = await harness.ask(Self.requests[number % Self.requests.count])
      var bytes = whole
      damage.damage(&bytes, using: &generator)
      try Files.overwrite(path, with: bytes)
      try Files.truncate(path, to: bytes.count)
      await check(harness, store.truth, "\(damage) \(number)")
      await harness.service.close()
    }
  }
}
