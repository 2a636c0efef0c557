/// A dictionary bounded in entries and bytes that keeps what is used often: S3-FIFO (J. Yang et al., "FIFO queues are all you need for cache
/// eviction", SOSP 2023).
///
/// New entries are in a small queue of a tenth of the limits, and leave the table from there unless they were used twice. Those that were
/// are in the main queue, where each use saves an entry from eviction once, up to three times. The keys of entries that left are
/// remembered for as long as the table would have held them; one that comes back goes to the main queue at once. So entries that are used
/// only once, as by a reader of everything, do not displace the others. `holocron-bench eviction` compares the policy with others.
///
/// A use takes constant time and moves nothing. An insertion takes constant time on average.
struct S3FIFOTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot {
    var key: Key
    /// `nil` in a free slot.
    var value: Value?
    var size: Int
    /// Uses that count, 0 to 3.
    var uses: UInt8 = 0
    var isMain: Bool
    /// Neighbors in the queue; `none` at the ends. Free slots are linked through `older`.
    var newer = S3FIFOTable.none
    var older = S3FIFOTable.none
  }

  private struct Queue {
    var newest = S3FIFOTable.none
    var oldest = S3FIFOTable.none
    var count = 0
    var bytes = 0
  }

  private static var none: Int { -1 }
  private static var mostUses: UInt8 { 3 }
  /// Uses after which an entry leaves the small queue for the main queue.
  private static var usesForMain: UInt8 { 2 }

  let limits: StoreLimits
  private let smallLimits: StoreLimits
  private var slots: [Slot] = []
  private var indexByKey: [Key: Int] = [:]
  private var free = Self.none
  private var small = Queue()
  private var main = Queue()
  /// The keys of entries that left the table, with their sizes.
  private var departed: LRUTable<Key, Void>

  init(limits: StoreLimits) {
    self.limits = limits
    smallLimits = StoreLimits(entries: max(1, limits.entries / 10), bytes: max(1, limits.bytes / 10))
    departed = LRUTable(limits: StoreLimits(entries: limits.entries - limits.entries / 10, bytes: limits.bytes))
  }

  var count: Int { indexByKey.count }
  var bytes: Int { small.bytes + main.bytes }
  var keys: some Sequence<Key> { indexByKey.keys }

  /// Returns the value without marking it as used.
  func peek(_ key: Key) -> Value? { indexByKey[key].flatMap { slots[$0].value } }

  /// Modifies the value in place and marks it as used. Returns `nil` if there is no value.
  mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    guard let index = indexByKey[key] else { return nil }
    if slots[index].uses < Self.mostUses { slots[index].uses += 1 }
    return change(at: index, body)
  }

  /// Modifies the value in place without marking it as used.
  mutating func change(_ key: Key, _ body: (inout Value) -> Void) {
    guard let index = indexByKey[key] else { return }
    change(at: index, body)
  }

  @discardableResult
  private mutating func change<Result>(at index: Int, _ body: (inout Value) -> Result) -> Result? {
    guard var value = slots[index].value.take() else { return nil }
    defer { slots[index].value = value }
    return body(&value)
  }

  /// Inserts a value and returns the evicted entries. A value larger than the limit is itself returned as evicted, and nothing else is.
  mutating func insert(_ value: Value, for key: Key, size: Int) -> [(key: Key, value: Value)] {
    remove(key)
    guard size <= limits.bytes, limits.entries > 0 else { return [(key, value)] }
    let isMain = departed.remove(key) != nil
    let slot = Slot(key: key, value: value, size: size, isMain: isMain)
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
    link(index)
    var evicted: [(key: Key, value: Value)] = []
    while count > limits.entries || bytes > limits.bytes, let entry = evict(sparing: index) { evicted.append(entry) }
    return evicted
  }

  /// Removes a value. Its key is remembered if it was in the main queue, so that a new version of the value returns there.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let index = indexByKey[key] else { return nil }
    if slots[index].isMain || slots[index].uses >= Self.usesForMain { _ = departed.insert((), for: key, size: slots[index].size) }
    return take(index)
  }

  private mutating func take(_ index: Int) -> Value? {
    unlink(index)
    indexByKey[slots[index].key] = nil
    let value = slots[index].value
    slots[index].value = nil
    slots[index].older = free
    free = index
    return value
  }

  /// Evicts the next entry other than the one at `spared`, the newest of its queue. Each turn costs an entry its uses or evicts one, so the
  /// loop ends. Returns `nil` if there is no other entry.
  private mutating func evict(sparing spared: Int) -> (key: Key, value: Value)? {
    while true {
      let mayUseSmall = small.oldest != Self.none && small.oldest != spared
      let mayUseMain = main.count > (slots[spared].isMain ? 1 : 0)
      let isSmallFull = small.count > smallLimits.entries || small.bytes > smallLimits.bytes
      if mayUseSmall, isSmallFull || !mayUseMain {
        let index = small.oldest
        guard slots[index].uses >= Self.usesForMain else { return depart(index) }
        move(index, uses: 0)
      } else if mayUseMain {
        let index = main.oldest
        guard index == spared || slots[index].uses > 0 else { return take(index).map { (slots[index].key, $0) } }
        move(index, uses: index == spared ? slots[index].uses : slots[index].uses - 1)
      } else {
        return nil
      }
    }
  }

  /// Evicts an entry of the small queue.
  private mutating func depart(_ index: Int) -> (key: Key, value: Value)? {
    let slot = slots[index]
    _ = departed.insert((), for: slot.key, size: slot.size)
    return take(index).map { (slot.key, $0) }
  }

  /// Makes an entry the newest of the main queue.
  private mutating func move(_ index: Int, uses: UInt8) {
    unlink(index)
    slots[index].uses = uses
    slots[index].isMain = true
    link(index)
  }

  private mutating func link(_ index: Int) {
    let isMain = slots[index].isMain
    var queue = isMain ? main : small
    slots[index].newer = Self.none
    slots[index].older = queue.newest
    if queue.newest != Self.none { slots[queue.newest].newer = index }
    queue.newest = index
    if queue.oldest == Self.none { queue.oldest = index }
    queue.count += 1
    queue.bytes += slots[index].size
    if isMain { main = queue } else { small = queue }
  }

  private mutating func unlink(_ index: Int) {
    let (newer, older, isMain) = (slots[index].newer, slots[index].older, slots[index].isMain)
    var queue = isMain ? main : small
    if newer == Self.none { queue.newest = older } else { slots[newer].older = older }
    if older == Self.none { queue.oldest = newer } else { slots[older].newer = newer }
    queue.count -= 1
    queue.bytes -= slots[index].size
    if isMain { main = queue } else { small = queue }
  }
}
