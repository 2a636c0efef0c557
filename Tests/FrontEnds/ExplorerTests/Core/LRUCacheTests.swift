import Models
import Testing

@testable import Explorer

@Suite struct LRUCacheTests {
  static func reference(_ id: Int) -> Reference { Reference(Person.kind, id) }
  /// The size of an empty value.
  static let slot = LRUCache<Int>.overhead

  static func filled(_ count: Int, limit: Int) -> LRUCache<Int> {
    var cache = LRUCache<Int>(limit: limit)
    for id in 1...count { cache.store(id, size: 0, for: reference(id)) }
    return cache
  }

  @Test func `the least recently used values are evicted until a quarter of the limit is free`() {
    var cache = Self.filled(8, limit: 8 * Self.slot)
    #expect(!cache.needsEviction)
    cache.touch(Self.reference(1))
    cache.store(9, size: 0, for: Self.reference(9))
    #expect(cache.needsEviction)
    #expect(cache.evict() == [2, 3, 4].map(Self.reference))
    #expect(cache.size == 6 * Self.slot)
    #expect(cache[Self.reference(1)] == 1)
    #expect(cache[Self.reference(2)] == nil)
    #expect(!cache.needsEviction)
  }

  @Test func `kept values stay, and the next eviction waits until a quarter more is stored`() {
    var cache = Self.filled(16, limit: 4 * Self.slot)
    let kept = Set((1...12).map(Self.reference))
    #expect(cache.evict(keeping: kept.contains) == (13...16).map(Self.reference))
    #expect(cache.count == 12)
    for id in 101...103 { cache.store(id, size: 0, for: Self.reference(id)) }
    #expect(!cache.needsEviction)
    cache.store(104, size: 0, for: Self.reference(104))
    #expect(cache.needsEviction)
    #expect(cache.evict(keeping: kept.contains) == (101...104).map(Self.reference))
  }

  @Test func `the size follows stores, replacements, changes and removals`() {
    var cache = LRUCache<Int>(limit: 1_000)
    cache.store(1, size: 100, for: Self.reference(1))
    cache.store(2, size: 40, for: Self.reference(1))
    #expect(cache.size == 40 + Self.slot)
    cache.update(Self.reference(1)) { $0 = 3 }
    #expect(cache[Self.reference(1)] == 3)
    #expect(cache.size == 40 + Self.slot)
    cache.remove(Self.reference(1))
    cache.remove(Self.reference(1))
    #expect(cache.size == 0)
    #expect(cache.count == 0)
  }
}
