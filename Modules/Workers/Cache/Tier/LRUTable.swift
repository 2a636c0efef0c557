/// A dictionary bounded in entries and bytes that evicts the least recently used entries. Every operation takes constant time: entries are
/// slots of one array, linked in order of use.
struct LRUTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    var key: Key
    /// `nil` in a free slot.
    var value: Value?
    var size: Int
    /// Neighbors in order of use; `none` at the ends. Free slots are linked through `older`.
    var newer = LRUTable.none
    var older = LRUTable.none
  }

  private static var none: Int { -1 }

  let limits: StoreLimits
  private var slots: [Slot] = []
  private var indexByKey: [Key: Int] = [:]
  private var newest = Self.none
  private var oldest = Self.none
  private var free = Self.none
  private(set) var bytes = 0

  init(limits: StoreLimits) { self.limits = limits }

  var count: Int { indexByKey.count }
  var keys: some Sequence<Key> { indexByKey.keys }
  var usage: StoreUsage { StoreUsage(entries: count, bytes: bytes) }

  /// Returns the value without marking it as used.
  func peek(_ key: Key) -> Value? { indexByKey[key].flatMap { slots[$0].value } }

  /// The entries in the order of their slots, which do not move, from slot `start` on, each with the number of its slot.
  func entries(from start: Int) -> some Sequence<(Int, Key, Value)> {
    slots.indices.dropFirst(start).lazy.compactMap { index in slots[index].value.map { (index, slots[index].key, $0) } }
  }

  /// Modifies the value in place and, unless `isUse` is false, marks it as used. Returns `nil` if there is no value.
  @discardableResult
  mutating func use<Result>(_ key: Key, isUse: Bool = true, _ body: (inout Value) -> Result) -> Result? {
    guard let index = indexByKey[key], var value = slots[index].value.take() else { return nil }
    defer { slots[index].value = value }
    if isUse, index != newest {
      unlink(index)
      linkAsNewest(index)
    }
    return body(&value)
  }

  /// Inserts a value and returns the evicted entries. A value larger than the limit is itself returned as evicted, and nothing else is.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key, size: Int) -> [(key: Key, value: Value)] {
    remove(key)
    guard size <= limits.bytes, limits.entries > 0 else { return [(key, value)] }
    let slot = Slot(key: key, value: value, size: size)
    let index: Int
    if free != Self.none {
      index = free
      free = slots[index].older
      slots[index] = slot
    } else {
      index = slots.count
      slots.append(slot)
    }
    indexByKey[key] = index
    bytes += size
    linkAsNewest(index)
    var evicted: [(key: Key, value: Value)] = []
    while count > limits.entries || bytes > limits.bytes, oldest != Self.none {
      let key = slots[oldest].key
      if let value = remove(key) { evicted.append((key, value)) }
    }
    return evicted
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let index = indexByKey.removeValue(forKey: key) else { return nil }
    unlink(index)
    bytes -= slots[index].size
    slots[index].older = free
    free = index
    return slots[index].value.take()
  }

  private mutating func linkAsNewest(_ index: Int) {
    slots[index].newer = Self.none
    slots[index].older = newest
    if newest != Self.none { slots[newest].newer = index }
    newest = index
    if oldest == Self.none { oldest = index }
  }

  private mutating func unlink(_ index: Int) {
    let (newer, older) = (slots[index].newer, slots[index].older)
    if newer == Self.none { newest = older } else { slots[newer].older = older }
    if older == Self.none { oldest = newer } else { slots[older].newer = newer }
  }
}
