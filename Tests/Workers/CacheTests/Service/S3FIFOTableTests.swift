import TestSupport
import Testing

@testable import Cache

struct S3FIFOTableTests {
  private static func table(entries: Int = 20, bytes: Int = 1_000) -> S3FIFOTable<Int, String> {
    S3FIFOTable(limits: StoreLimits(entries: entries, bytes: bytes))
  }

  /// Inserts `keys` and returns the keys evicted.
  private func insert(_ keys: some Sequence<Int>, in table: inout S3FIFOTable<Int, String>, size: Int = 1) -> [Int] {
    keys.flatMap { table.insert("\($0)", for: $0, size: size).map(\.key) }
  }

  @Test func `entries used once leave in the order of their arrival`() {
    var table = Self.table()
    #expect(insert(1...20, in: &table) == [])
    for key in 1...20 { #expect(table.use(key) { $0 } == "\(key)") }
    #expect(insert(21...25, in: &table) == [1, 2, 3, 4, 5])
    #expect(table.count == 20 && table.bytes == 20)
  }

  @Test func `entries used twice survive a scan of any length`() {
    var table = Self.table()
    _ = insert(1...20, in: &table)
    for key in 1...18 { for _ in 1...2 { _ = table.use(key) { _ in } } }
    let evicted = insert(100...1_000, in: &table)
    #expect(evicted.count == 901 && !evicted.contains { $0 <= 18 })
    #expect(Set(table.keys).isSuperset(of: 1...18))
  }

  @Test func `an entry that comes back soon goes to the main queue`() {
    var table = Self.table()
    _ = insert(1...21, in: &table)
    #expect(table.peek(1) == nil)
    _ = insert([1], in: &table)
    #expect(!insert(100...200, in: &table).contains(1))
    #expect(table.peek(1) == "1")
  }

  /// The tier removes an entry before it inserts a new version, and when another worker has changed it.
  @Test func `a new version takes the place of the old one in the main queue`() {
    var table = Self.table()
    _ = insert(1...20, in: &table)
    for key in 1...18 { for _ in 1...2 { _ = table.use(key) { _ in } } }
    _ = insert(100...110, in: &table)
    #expect(table.remove(3) == "3")
    #expect(table.remove(3) == nil)
    _ = insert([3], in: &table)
    _ = insert(200...400, in: &table)
    #expect(table.peek(3) == "3")
  }

  @Test(arguments: [
    (1, 1_000, 5, [[], [1], [2]]), (3, 10, 10, [[], [1], [2]]), (3, 10, 11, [[1], [2], [3]]), (0, 10, 1, [[1], [2], [3]]),
    (100, 20, 8, [[], [], [1]]),
  ])
  func `both limits hold`(_ entries: Int, _ bytes: Int, _ size: Int, _ evicted: [[Int]]) {
    var table = Self.table(entries: entries, bytes: bytes)
    for key in 1...3 { #expect(insert([key], in: &table, size: size) == evicted[key - 1]) }
    #expect(table.count <= entries && table.bytes <= bytes)
  }

  /// An entry larger than the small queue is not evicted for its own sake.
  @Test func `the new entry stays`() {
    var table = Self.table(entries: 100, bytes: 100)
    _ = insert(1...10, in: &table, size: 10)
    for key in 1...10 { for _ in 1...2 { _ = table.use(key) { _ in } } }
    for key in 11...40 {
      _ = insert([key], in: &table, size: 40)
      #expect(table.peek(key) != nil)
      #expect(table.bytes <= 100)
    }
  }

  @Test(arguments: [(20, 300), (1, 1_000), (3, 1_000), (100, 100), (1_000, 700)])
  func `the table holds what was inserted and neither removed nor evicted`(_ entries: Int, _ bytes: Int) {
    var generator = SplitMix64(seed: 3)
    var table = S3FIFOTable<Int, Int>(limits: StoreLimits(entries: entries, bytes: bytes))
    var model: [Int: (value: Int, size: Int)] = [:]
    for step in 0..<10_000 {
      let key = Int.random(in: 0..<60, using: &generator)
      var isEqual = true
      switch Int.random(in: 0..<5, using: &generator) {
      case 0, 1:
        let size = Int.random(in: 1...(bytes / 3), using: &generator)
        model[key] = (step, size)
        for gone in table.insert(step, for: key, size: size) {
          isEqual = isEqual && model.removeValue(forKey: gone.key)?.value == gone.value
        }
        isEqual = isEqual && table.peek(key) == step
      case 2:
        let removed = table.remove(key)
        isEqual = removed == model.removeValue(forKey: key)?.value
      default:
        let used = table.use(key) { $0 }
        isEqual = used == model[key]?.value
      }
      guard isEqual, table.count == model.count, table.count <= entries, table.bytes == model.values.reduce(0, { $0 + $1.size }),
        table.bytes <= bytes
      else {
        Issue.record("differs after step \(step)")
        return
      }
    }
    #expect(Set(table.keys) == Set(model.keys))
  }
}
