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

  enum Place: Sendable, CaseIterable {
    /// A file that is opened later. A large one is checked only briefly on opening, so the damage may be found later.
    case file, largeFile
    /// The write-ahead log of a worker that was killed, and its index: SQLite ignores what it cannot read, and the entries are fetched.
    case log, logIndex
    case fileInUse
  }

  @Test(arguments: [(Damage.bitFlip, 40), (.zeroedPage, 20), (.truncation, 10)], Place.allCases)
  func `damage gives no wrong answers`(_ damage: (kind: Damage, count: Int), _ place: Place) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let isLog = [.log, .logIndex].contains(place)
    let whole = try await intactStore(in: folder, isInUse: isLog)
    if isLog { #expect(whole.files["-wal"]?.count ?? 0 > 100_000, "the entries are in the log") }
    let suffix = place == .log ? "-wal" : place == .logIndex ? "-shm" : ""
    var generator = SplitMix64(seed: 7)
    for number in 1...(Self.places ?? damage.count / (isLog ? 2 : 1)) {
      let comment = "\(damage.kind) \(number)"
      var damaged = whole
      damage.kind.damage(&damaged.files[suffix, default: []], using: &generator)
      let (path, log) = (folder.file("\(number).sqlite"), LogRecorder())
      try (place == .fileInUse ? whole : damaged).write(to: path)
      let harness = try harness(path, FakeSource(), checkingUpTo: place == .largeFile ? 0 : 32 << 20, log: log)
      if place == .fileInUse {
        // Open the file, so that SQLite has some of its pages in memory.
        _ = await harness.ask(Self.requests[number % Self.requests.count])
        let bytes = damaged.files["", default: []]
        try Files.overwrite(path, with: bytes)
        try Files.truncate(path, to: bytes.count)
      }
      // What is left of the log may end with a lease of the worker that was killed, which is this process: it has to expire.
      if isLog { harness.clock.advance(by: .seconds(10)) }
      await check(harness, whole.truth, after: isLog ? 10 : 0, comment)
      await harness.service.close()
      // One warning if the file was set aside, which names both files, and none of that kind otherwise.
      let isSetAside = FileSystem.exists("\(path).damaged-1")
      if place == .logIndex { #expect(!isSetAside, "\(comment)") }
      if damage.kind == .truncation, [.file, .largeFile].contains(place) { #expect(isSetAside, "\(comment)") }
      guard place != .fileInUse else { continue }
      let warnings = log.lines.filter { $0.hasPrefix("damaged database file set aside and replaced by a new one") }
      #expect(warnings.count == (isSetAside ? 1 : 0), "\(comment): \(log.lines)")
      #expect(warnings.allSatisfy { $0.contains(path) && $0.contains("\(path).damaged-1") }, "\(comment): \(log.lines)")
    }
  }
}
