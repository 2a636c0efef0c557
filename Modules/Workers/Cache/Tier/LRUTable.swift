/// A dictionary bounded in entries and bytes that forgets what was not used for the longest time. Every operation takes
/// constant time: entries are slots of one array, linked in order of use.
struct LRUTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    var key: Key
    /// `nil` in a free slot.
    var value: Value?
    var size: Int
    /// Neighbours in order of use; `none` at the ends. Free slots are linked through `older`.
    var newer: Int
    var older: Int
  }

  private static var none: Int { -1 }

  let limits: StoreLimits
  private var slots: [Slot] = []
  private var places: [Key: Int] = [:]
  private var newest = Self.none
  private var oldest = Self.none
  private var free = Self.none
  private(set) var bytes = 0

  init(limits: StoreLimits) { self.limits = limits }

  var count: Int { places.count }
  var keys: some Sequence<Key> { places.keys }

  /// The value, without counting as a use.
  func peek(_ key: Key) -> Value? { places[key].flatMap { slots[$0].value } }

  /// Changes the value in place and counts as a use. `nil` when there is none.
  mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return change(at: place, body)
  }

  /// Changes the value in place, without counting as a use.
  mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
    guard let place = places[key] else { return }
    change(at: place, body)
  }

  @discardableResult
  private mutating func change<Result>(at place: Int, _ body: (inout Value) -> Result) -> Result? {
    guard var value = slots[place].value.take() else { return nil }
    defer { slots[place].value = value }
    return body(&value)
  }

  /// Returns what had to go. A value larger than all the room there is goes at once, and nothing else does.
  mutating func insert(_ value: Value, for key: Key, size: Int) -> [(key: Key, value: Value)] {
    remove(key)
    guard size <= limits.bytes, limits.entries > 0 else { return [(key, value)] }
    let slot = Slot(key: key, value: value, size: size, newer: Self.none, older: Self.none)
    let place: Int
    if free != Self.none {
      place = free
      free = slots[place].older
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    places[key] = place
    bytes += size
    linkAsNewest(place)
    var evicted: [(key: Key, value: Value)] = []
    while count > limits.entries || bytes > limits.bytes, oldest != Self.none {
      let key = slots[oldest].key
      if let value = remove(key) { evicted.append((key, value)) }
    }
    return evicted
  }

  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    let value = slots[place].value
    bytes -= slots[place].size
    slots[place].value = nil
    slots[place].older = free
    free = place
    return value
  }

  private mutating func linkAsNewest(_ place: Int) {
    slots[place].newer = Self.none
    slots[place].older = newest
    if newest != Self.none { slots[newest].newer = place }
    newest = place
    if oldest == Self.none { oldest = place }
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (slots[place].newer, slots[place].older)
    if newer == Self.none { newest = older } else { slots[newer].older = older }
    if older == Self.none { oldest = newer } else { slots[older].newer = newer }
  }
}
