import Contracts
import Models
import Testing

@testable import Cache

@Suite struct TierTests {
  @Test func theLeastUsedGoesFirst() {
    var table = LRUTable<Int, String>(limits: StoreLimits(entries: 3, bytes: 100))
    for key in 1...3 { #expect(table.insert("\(key)", for: key, size: 10) == 0) }
    #expect(table.use(1) { $0 } == "1")
    #expect(table.insert("4", for: 4, size: 10) == 1)
    #expect(table.peek(2) == nil)
    #expect(Set(table.keys) == [1, 3, 4])
    #expect(table.bytes == 30)
    // 3, then 1, then 4 are the oldest.
    #expect(table.insert("5", for: 5, size: 85) == 2)
    #expect(Set(table.keys) == [4, 5])
    #expect(table.insert("6", for: 6, size: 101) == 1)
    #expect(table.peek(6) == nil)
    #expect(table.remove(4) == "4")
    #expect(table.remove(4) == nil)
    #expect(table.insert("5", for: 5, size: 1) == 0)
    #expect(table.bytes == 1)
  }

  /// Against a plain list that does the same slowly.
  @Test func agreesWithTheObvious() {
    var generator = SystemRandomNumberGenerator()
    var table = LRUTable<Int, Int>(limits: StoreLimits(entries: 20, bytes: 300))
    var model: [(key: Int, value: Int, size: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        let size = Int.random(in: 1...40, using: &generator)
        _ = table.insert(step, for: key, size: size)
        model.removeAll { $0.key == key }
        model.append((key, step, size))
        while model.count > 20 || model.reduce(0, { $0 + $1.size }) > 300 { model.removeFirst() }
      case 2:
        table.remove(key)
        model.removeAll { $0.key == key }
      default:
        let used = table.use(key) { $0 }
        let index = model.firstIndex { $0.key == key }
        #expect(used == index.map { model[$0].value })
        if let index { model.append(model.remove(at: index)) }
      }
      guard table.count == model.count, table.bytes == model.reduce(0, { $0 + $1.size }) else {
        Issue.record("differs after step \(step)")
        return
      }
    }
    for (key, value, _) in model { #expect(table.peek(key) == value) }
  }

  /// Read before it changed, kept after: that must not happen.
  @Test func whatWasReadBeforeAChangeIsNotKept() {
    let tier = MemoryTier(limits: .memory, recheck: .seconds(30))
    let key = CacheKey.record(Reference(.people, 1))
    let now = WallTime(seconds: 1_700_000_000)
    let epoch = tier.epoch
    tier.replace([(key, .sample("new"))], now: now)
    tier.keep(.sample("old"), for: key, readAt: epoch, now: now)
    #expect(tier.entry(for: key, at: now) == .sample("new"))
    let next = tier.epoch
    tier.drop(.record(Reference(.people, 1)))
    tier.keep(.sample("old"), for: key, readAt: next, now: now)
    #expect(tier.entry(for: key, at: now) == nil)
    tier.keep(.sample("old"), for: key, readAt: tier.epoch, now: now)
    #expect(tier.entry(for: key, at: now) == .sample("old"))
  }

  @Test func derivedPagesGoWithTheirSources() {
    let tier = MemoryTier(limits: .memory, recheck: .seconds(30))
    let now = WallTime(seconds: 1_700_000_000)
    let source = CacheKey.page(ListPage(.people))
    let derived = CacheKey.page(ListPage(.people, order: .init("name")))
    tier.replace([(source, .sample())], now: now)
    tier.keep(.sample(), for: derived, readAt: tier.epoch, now: now)
    tier.replace([(CacheKey.page(ListPage(.droids)), .sample())], now: now)
    #expect(tier.entry(for: derived, at: now) != nil)
    tier.replace([(CacheKey.page(ListPage(.people, 2)), .sample())], now: now)
    #expect(tier.entry(for: derived, at: now) == nil)
    #expect(tier.entry(for: source, at: now) != nil)
  }

  @Test func usesAreReportedOnce() {
    let tier = MemoryTier(limits: .memory, recheck: .seconds(30))
    let now = WallTime(seconds: 1_700_000_000)
    let key = CacheKey.record(Reference(.people, 1))
    tier.replace([(key, .sample())], now: now)
    for _ in 0..<3 { #expect(tier.freshReply(for: key, unless: nil, at: now) != nil) }
    #expect(tier.takeTouched() == [key])
    #expect(tier.takeTouched().isEmpty)
    _ = tier.entry(for: key, at: now)
    #expect(tier.takeTouched() == [key])
  }

  @Test func keysAreTargets() {
    #expect("\(CacheKey.record(Reference(.people, 1)))" == "/people/1")
    #expect("\(CacheKey.page(ListPage(.people)))" == "/people")
    #expect(
      "\(CacheKey.page(ListPage(.people, 2, search: "a&b", order: .init("name", descending: true))))"
        == "/people?page=2&sort=name&order=descending&search=a%26b")
    #expect("\(CacheKey.kinds)" == "/kinds")
  }
}
