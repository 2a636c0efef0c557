import Contracts
import Models
import OrderedJSON
import Testing

@testable import Cache
@testable import MessageBus

@Suite struct MemoryTierTests {
  /// Compares the table with a simple list.
  @Test func `the table behaves like a simple model`() {
    var generator = SystemRandomNumberGenerator()
    var table = LRUTable<Int, Int>(limits: StoreLimits(entries: 20, bytes: 300))
    var model: [(key: Int, value: Int, size: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1:
        let size = Int.random(in: 1...40, using: &generator)
        table.insert(step, for: key, size: size)
        model.removeAll { $0.key == key }
        model.append((key, step, size))
        guard model.count > 20 || model.reduce(0, { $0 + $1.size }) > 300 else { break }
        // A little below the limits, so that the next ones fit.
        while model.count > 19 || model.reduce(0, { $0 + $1.size }) > 282 { model.removeFirst() }
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
    let mark = table.uses
    table.insert(0, for: 100, size: 1)
    #expect(table.used(after: mark).isEmpty)
    table.use(100) { $0 = 1 }
    #expect(table.used(after: mark).map(\.value) == [1] && table.used(after: table.uses).isEmpty)
  }

  @Test func `the table of heads is bounded in number and in bytes`() {
    var table = HeadTable()
    let key = CacheKey.record(Reference(.people, 1))
    func find(_ head: [UInt8]) -> CacheKey? { head.withUnsafeBytes { table[$0] } }
    for number in 0...HeadTable.capacity { Array("GET /people/\(number)".utf8).withUnsafeBytes { table.insert(key, for: $0) } }
    #expect(table.count == 1)
    #expect(find(Array("GET /people/\(HeadTable.capacity)".utf8)) == key)
    #expect(find(Array("GET /people/1".utf8)) == nil)
    let long = [UInt8](repeating: 0x41, count: HeadTable.maxHeadLength + 1)
    long.withUnsafeBytes { table.insert(key, for: $0) }
    #expect(find(long) == nil)
    #expect(find([]) == nil)
  }

  /// An entry read before a change must not be inserted after it.
  @Test func `an entry read before a change is not inserted`() {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    let key = CacheKey.record(Reference(.people, 1))
    let now = WallTime(seconds: 1_700_000_000)
    let epoch = tier.epoch
    tier.replace([(key, .sample("new"))], now: now)
    tier.insert(.sample("old"), for: key, readAt: epoch, now: now)
    #expect(tier.entry(for: key, at: now) == .sample("new"))
    let next = tier.epoch
    tier.invalidate(.changed(Reference(.people, 1)))
    tier.insert(.sample("old"), for: key, readAt: next, now: now)
    #expect(tier.entry(for: key, at: now) == nil)
    tier.insert(.sample("old"), for: key, readAt: tier.epoch, now: now)
    #expect(tier.entry(for: key, at: now) == .sample("old"))
  }

  private static let now = WallTime(seconds: 1_700_000_000)
  private static let people = CacheKey.page(ListPage(.people))
  private static let found = CacheKey.page(ListPage(.people, search: "a"))
  private static let sorted = CacheKey.page(ListPage(.people, order: .init("name")))

  private func person(_ id: Int, _ name: String) -> (key: CacheKey, entry: CacheEntry) {
    let reference = Reference(.people, id)
    return (.record(reference), .sample(FakeSource.record(reference, name).text()))
  }

  private func page(_ key: CacheKey, _ names: [String]) -> (key: CacheKey, entry: CacheEntry) {
    let items = names.enumerated().map { FakeSource.record(Reference(.people, $0.offset + 1), $0.element) }
    return (key, .page(PageBody(kind: .people, page: 1, pages: 1, count: items.count, items: items)))
  }

  @Test func `derived pages are removed with their sources`() {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    tier.replace([page(Self.people, ["A"])], now: Self.now)
    tier.insert(page(Self.sorted, ["A"]).entry, for: Self.sorted, readAt: tier.epoch, now: Self.now)
    tier.replace(
      [(CacheKey.page(ListPage(.droids)), .page(PageBody(kind: .droids, page: 1, pages: 1, count: 0, items: [])))], now: Self.now)
    #expect(tier.entry(for: Self.sorted, at: Self.now) != nil)
    tier.replace([page(.page(ListPage(.people, 2)), [])], now: Self.now)
    #expect(tier.entry(for: Self.sorted, at: Self.now) == nil)
    #expect(tier.entry(for: Self.people, at: Self.now) != nil)
  }

  /// A page read from the store may contain newer records than the tier, which are then read again.
  @Test func `a record is removed when a newer page arrives`() {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    tier.replace([person(1, "A"), person(2, "B")], now: Self.now)
    tier.insert(page(Self.people, ["A", "Z"]).entry, for: Self.people, readAt: tier.epoch, now: Self.now)
    #expect(tier.entry(for: person(1, "A").key, at: Self.now) != nil)
    #expect(tier.entry(for: person(2, "B").key, at: Self.now) == nil)
  }
}
