/// A dictionary bounded in entries and bytes that evicts the least recently used entries.
///
/// Entries know the time of their last use. When a limit is reached, the oldest are removed down to a little below the limits, so that sorting
/// them costs little for each insertion.
struct LRUTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Item {
    var value: Value
    let size: Int
    /// Later uses have higher numbers.
    var used: UInt64
  }

  let limits: StoreLimits
  private var items: [Key: Item] = [:]
  private var uses: UInt64 = 0
  private(set) var bytes = 0

  init(limits: StoreLimits) { self.limits = limits }

  var count: Int { items.count }
  var keys: some Sequence<Key> { items.keys }
  var usage: StoreUsage { StoreUsage(entries: count, bytes: bytes) }

  /// Returns the value without marking it as used.
  func peek(_ key: Key) -> Value? { items[key]?.value }

  /// Modifies the value in place and, unless `isUse` is false, marks it as used. Returns `nil` if there is no value.
  @discardableResult
  mutating func use<Result>(_ key: Key, isUse: Bool = true, _ body: (inout Value) -> Result) -> Result? {
    guard let index = items.index(forKey: key) else { return nil }
    if isUse {
      uses += 1
      items.values[index].used = uses
    }
    return body(&items.values[index].value)
  }

  /// Inserts a value and returns the evicted entries. A value larger than the limit is itself returned as evicted, and nothing else is.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key, size: Int) -> [(key: Key, value: Value)] {
    remove(key)
    guard size <= limits.bytes, limits.entries > 0 else { return [(key, value)] }
    uses += 1
    items[key] = Item(value: value, size: size, used: uses)
    bytes += size
    guard count > limits.entries || bytes > limits.bytes else { return [] }
    let (entries, room) = (limits.entries - limits.entries / 16, limits.bytes - limits.bytes / 16)
    var evicted: [(key: Key, value: Value)] = []
    for (oldest, item) in items.sorted(by: { $0.value.used < $1.value.used }) where oldest != key {
      guard count > entries || bytes > room else { break }
      remove(oldest)
      evicted.append((oldest, item.value))
    }
    return evicted
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let item = items.removeValue(forKey: key) else { return nil }
    bytes -= item.size
    return item.value
  }
}
