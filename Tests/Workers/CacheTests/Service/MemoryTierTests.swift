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

  /// The reply to a request with this head, and whether the head was decoded.
  func encodedReply(of tier: MemoryTier, to head: String, at now: WallTime) -> (reply: EncodedReply?, wasDecoded: Bool) {
    var wasDecoded = false
    let reply = Array(head.utf8).withUnsafeBytes { bytes in
      tier.encodedReply(toHead: bytes, at: now) {
        wasDecoded = true
        return Reference(String(head.dropFirst(5))).map(CacheKey.record)
      }
    }
    return (reply, wasDecoded)
  }

  @Test func `a head is decoded once, and its reply is that of the decoded request`() throws {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    let key = CacheKey.record(Reference(.people, 1))
    let now = WallTime(seconds: 1_700_000_000)
    let head = "GET /people/1"
    #expect(encodedReply(of: tier, to: head, at: now) == (nil, true))
    tier.replace([(key, .sample("new"))], now: now)
    for (time, wasDecoded) in [(now, true), (now, false), (now + .seconds(1), false), (now + .seconds(29), false)] {
      let answer = encodedReply(of: tier, to: head, at: time)
      let expected = EncodedReply(try #require(tier.freshReply(for: key, at: time)))
      #expect(answer == (expected, wasDecoded))
    }
    // The head is known, but the entry must be read from the store again.
    #expect(encodedReply(of: tier, to: head, at: now + .seconds(30)) == (nil, false))
    tier.invalidate(.everything)
    #expect(encodedReply(of: tier, to: head, at: now) == (nil, false))
    #expect(encodedReply(of: tier, to: "GET /people", at: now) == (nil, true))
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
    tier.invalidate(.record(Reference(.people, 1)))
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

  /// The newer record is fetched by this worker, or read from the store because an event was missed.
  @Test(arguments: [true, false]) func `a page is removed when one of its records changes`(_ isFetched: Bool) {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    for key in [Self.people, Self.found, Self.sorted] {
      tier.insert(page(key, ["A", "B"]).entry, for: key, readAt: tier.epoch, now: Self.now)
    }
    let other = CacheKey.page(ListPage(.people, search: "b"))
    tier.insert(
      .page(PageBody(kind: .people, page: 1, pages: 1, count: 1, items: [FakeSource.record(Reference(.people, 2), "B")])), for: other,
      readAt: tier.epoch, now: Self.now)
    func take(_ person: (key: CacheKey, entry: CacheEntry)) {
      if isFetched {
        tier.replace([person], now: Self.now)
      } else {
        tier.insert(person.entry, for: person.key, readAt: tier.epoch, now: Self.now)
      }
    }
    // The record is the same as on the pages, which stay.
    take(person(1, "A"))
    for key in [Self.people, Self.found, Self.sorted, other] { #expect(tier.entry(for: key, at: Self.now) != nil) }
    take(person(1, "Z"))
    for key in [Self.people, Self.found, Self.sorted] { #expect(tier.entry(for: key, at: Self.now) == nil) }
    #expect(tier.entry(for: other, at: Self.now) != nil)
  }

  /// A page read from the store may contain newer records than the tier, which are then read again.
  @Test func `a record is removed when a newer page arrives`() {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    tier.replace([person(1, "A"), person(2, "B")], now: Self.now)
    tier.insert(page(Self.people, ["A", "Z"]).entry, for: Self.people, readAt: tier.epoch, now: Self.now)
    #expect(tier.entry(for: person(1, "A").key, at: Self.now) != nil)
    #expect(tier.entry(for: person(2, "B").key, at: Self.now) == nil)
  }

  /// The index covers exactly the pages that the tier holds.
  @Test func `the page index drops evicted pages`() {
    var index = PageIndex()
    let (one, two) = (page(Self.people, ["A", "B"]), page(Self.sorted, ["A"]))
    index.insert(one.key, one.entry)
    index.insert(two.key, two.entry)
    #expect(index.outdated(by: Reference(.people, 2), digest: nil) == [Self.people, Self.sorted])
    index.remove(one.key, one.entry)
    index.remove(two.key, two.entry)
    #expect(index == PageIndex())
    // The derived page that contained the record may have been evicted; the other pages of its order are outdated, too.
    index.insert(two.key, two.entry)
    #expect(index.outdated(by: Reference(.people, 9), digest: 1) == [Self.sorted])
    #expect(index.outdated(by: Reference(.droids, 9), digest: 1).isEmpty)
  }

  @Test func `another origin empties the memory tier`() throws {
    let tier = MemoryTier(limits: .memory, recheckInterval: .seconds(30))
    let server = try #require(OriginIdentity("http://127.0.0.1/api"))
    tier.replace([person(1, "A")], now: Self.now)
    let epoch = tier.epoch
    #expect(tier.switchOrigin(to: .embedded))
    #expect(!tier.switchOrigin(to: .embedded))
    #expect(tier.usage == StoreUsage(entries: 0, bytes: 0))
    // Entries of the previous origin are not inserted.
    tier.insert(person(1, "A").entry, for: person(1, "A").key, readAt: epoch, now: Self.now)
    tier.replace([person(1, "A")], now: Self.now)
    #expect(tier.usage.entries == 0)
    // A reply to a request that named the previous origin does not switch back.
    #expect(!tier.switchOrigin(to: server, from: .some(nil)))
    #expect(tier.origin == .embedded)
  }

  @Test func `keys are request targets`() {
    #expect("\(CacheKey.record(Reference(.people, 1)))" == "/people/1")
    #expect("\(CacheKey.page(ListPage(.people)))" == "/people")
    #expect(
      "\(CacheKey.page(ListPage(.people, 2, search: "a&b", order: .init("name", descending: true))))"
        == "/people?page=2&sort=name&order=descending&search=a%26b")
    #expect("\(CacheKey.kinds)" == "/kinds")
  }
}
