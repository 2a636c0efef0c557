/// A dictionary bounded in entries and bytes. When a limit is reached, the least recently used are removed down to a little below the limits, so that
/// sorting them costs little for each insertion.
struct LRUTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Item {
    var value: Value
    let size: Int
    /// The insertion and the last use; later ones have higher numbers.
    let inserted: UInt64
    var used: UInt64
  }

  let limits: StoreLimits
  private var items: [Key: Item] = [:]
  /// Number of insertions and uses so far.
  private(set) var uses: UInt64 = 0
  private(set) var bytes = 0

  init(limits: StoreLimits) { self.limits = limits }

  var count: Int { items.count }
  var keys: some Sequence<Key> { items.keys }
  var usage: StoreUsage { StoreUsage(entries: count, bytes: bytes) }

  /// Returns the value without marking it as used.
  func peek(_ key: Key) -> Value? { items[key]?.value }

  /// Returns the entries that were used after ``uses`` had a value, without those that were only inserted. Takes time linear in the table.
  func used(after mark: UInt64) -> [(key: Key, value: Value)] {
    guard mark < uses else { return [] }
    return items.filter { $0.value.used > max(mark, $0.value.inserted) }.map { ($0.key, $0.value.value) }
  }

  /// Modifies the value in place and marks it as used. Returns `nil` if there is no value.
  @discardableResult
  mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    guard let index = items.index(forKey: key) else { return nil }
    uses += 1
    items.values[index].used = uses
    return body(&items.values[index].value)
  }

  /// Inserts a value and evicts others if a limit is reached. A value larger than the limit is not inserted, and evicts nothing.
  mutating func insert(_ value: Value, for key: Key, size: Int) {
    remove(key)
    guard size <= limits.bytes, limits.entries > 0 else { return }
    uses += 1
    items[key] = Item(value: value, size: size, inserted: uses, used: uses)
    bytes += size
    guard count > limits.entries || bytes > limits.bytes else { return }
    let (entries, room) = (limits.entries - limits.entries / 16, limits.bytes - limits.bytes / 16)
    for (oldest, _) in items.sorted(by: { $0.value.used < $1.value.used }) where oldest != key {
      guard count > entries || bytes > room else { break }
      remove(oldest)
    }
  }

  mutating func remove(_ key: Key) {
    guard let item = items.removeValue(forKey: key) else { return }
    bytes -= item.size
  }
}
