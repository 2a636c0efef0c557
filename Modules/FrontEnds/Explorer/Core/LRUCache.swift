import Models

/// Values by reference with a bounded total size. ``evict(keeping:)`` removes the least recently used ones.
struct LRUCache<Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    var value: Value
    let size: Int
    var lastUse: Int
  }

  /// The memory of a slot besides its value in bytes, so that many small values count as well.
  static var overhead: Int { 256 }

  /// Maximum total size in bytes.
  let limit: Int
  /// Total size in bytes.
  private(set) var size = 0
  private var slots: [Reference: Slot] = [:]
  private var uses = 0
  /// The size from which it is worth evicting: more than the limit if that much was kept the last time.
  private var threshold: Int

  init(limit: Int) {
    self.limit = limit
    threshold = limit
  }

  var count: Int { slots.count }
  var references: some Sequence<Reference> { slots.keys }
  var values: some Sequence<Value> { slots.values.lazy.map(\.value) }

  subscript(reference: Reference) -> Value? { slots[reference]?.value }

  /// Stores a value of `size` bytes, which counts as a use.
  mutating func store(_ value: Value, size: Int, for reference: Reference) {
    uses += 1
    let slot = Slot(value: value, size: size + Self.overhead, lastUse: uses)
    self.size += slot.size - (slots.updateValue(slot, forKey: reference)?.size ?? 0)
  }

  /// Changes a value of unchanged size. Does not count as a use.
  mutating func update(_ reference: Reference, _ change: (inout Value) -> Void) {
    guard let index = slots.index(forKey: reference) else { return }
    change(&slots.values[index].value)
  }

  /// Counts as a use of the value, if there is one.
  mutating func touch(_ reference: Reference) {
    guard let index = slots.index(forKey: reference) else { return }
    uses += 1
    slots.values[index].lastUse = uses
  }

  mutating func remove(_ reference: Reference) { size -= slots.removeValue(forKey: reference)?.size ?? 0 }

  mutating func removeAll(where isRemoved: (Reference) -> Bool) {
    for reference in slots.keys.filter(isRemoved) { remove(reference) }
  }

  /// Whether ``evict(keeping:)`` is due.
  var needsEviction: Bool { size > threshold }

  /// Removes the least recently used values until a quarter of the limit is free, but not those that `isKept` selects, and returns their
  /// references. Sorts all values; a further eviction is due only after a quarter more has been stored.
  mutating func evict(keeping isKept: (Reference) -> Bool = { _ in false }) -> [Reference] {
    var evicted: [Reference] = []
    for (reference, _) in slots.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where !isKept(reference) {
      if size <= limit / 4 * 3 { break }
      remove(reference)
      evicted.append(reference)
    }
    threshold = max(limit, size + size / 4)
    return evicted
  }
}
