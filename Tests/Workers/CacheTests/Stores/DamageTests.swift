import Contracts
import MessageBus
import Models
import TestSupport
import Testing

@testable import Cache

/// A damaged file causes fetches, but never wrong answers or lasting failures.
@Suite struct DamageTests {
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

  /// Returns a cache without a memory tier, which reads the store on every request.
  private func harness(_ path: String, _ source: FakeSource) throws -> CacheHarness {
    var settings = CacheSettings.longTimeouts
    settings.memory = StoreLimits(entries: 0, bytes: 0)
    return CacheHarness(store: try SQLiteStore(file: path, logger: .silent), settings: settings, source: source)
  }

  /// Creates an intact file in `folder`. Returns its bytes and the replies to all requests.
  private func file(in folder: TemporaryDirectory) async throws -> (bytes: [UInt8], truth: [Reply]) {
    let path = folder.file("whole.sqlite")
    let harness = try harness(path, FakeSource())
    var truth: [Reply] = []
    for _ in 1...2 {
      truth = []
      for request in Self.requests { truth.append(await harness.ask(request)) }
    }
    #expect(truth.allSatisfy { $0.status == 200 })
    await harness.service.close()
    return (try read(path), truth)
  }

  private func read(_ path: String) throws -> [UInt8] { try #require(Files.bytes(path)) }

  /// Expects no wrong answers, and no failures in the second round.
  private func check(_ harness: CacheHarness, _ truth: [Reply], _ comment: String) async {
    for round in 1...2 {
      for (request, expected) in zip(Self.requests, truth) {
        let reply = await harness.ask(request)
        if reply.status >= 500, round == 1 { continue }
        #expect(reply.status == 200, "\(comment): \(request.head)")
        #expect(reply.content == expected.content, "\(comment): \(request.head)")
        #expect(reply.fields["age"] == "0", "\(comment): \(request.head)")
        #expect((reply.cacheStatus ?? "").hasPrefix("holocron; hit; ttl=86400") || reply.cacheStatus?.contains("fwd=") == true)
      }
    }
  }

  @Test(arguments: [(Damage.bitFlip, 120), (.zeroedPage, 50), (.truncation, 30)])
  func `a file damaged before opening gives no wrong answers`(_ damage: Damage, _ count: Int) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let (whole, truth) = try await file(in: folder)
    var generator = SplitMix64(seed: 7)
    for number in 1...count {
      var bytes = whole
      damage.damage(&bytes, using: &generator)
      let path = folder.file("\(number).sqlite")
      try Files.write(bytes, to: path)
      let harness = try harness(path, FakeSource())
      await check(harness, truth, "\(damage) \(number)")
      await harness.service.close()
    }
  }

  @Test(arguments: [(Damage.bitFlip, 120), (.zeroedPage, 50), (.truncation, 30)])
  func `a file damaged while in use gives no wrong answers`(_ damage: Damage, _ count: Int) async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let (whole, truth) = try await file(in: folder)
    var generator = SplitMix64(seed: 11)
    for number in 1...count {
      let path = folder.file("\(number).sqlite")
      try Files.write(whole, to: path)
      let harness = try harness(path, FakeSource())
      // Open the file, so that SQLite has some of its pages in memory.
      _ = await harness.ask(Self.requests[number % Self.requests.count])
      var bytes = whole
      damage.damage(&bytes, using: &generator)
      try Files.overwrite(path, with: bytes)
      try Files.truncate(path, to: bytes.count)
      await check(harness, truth, "\(damage) \(number)")
      await harness.service.close()
    }
  }
}
