/// A cache of keys with a fixed number of places, to compare policies of eviction. Pure.
protocol EvictionPolicy: Sendable {
  static var name: String { get }
  init(capacity: Int)
  /// Requests a key and stores it if it is missing. Returns whether it was there.
  mutating func request(_ key: Int) -> Bool
}

/// A list of keys in order, from which keys are taken out anywhere in constant time.
struct KeyList: Sendable {
  private struct Node {
    var key: Int
    var newer = -1
    var older = -1
  }

  private var nodes: [Node] = []
  private var free: [Int] = []
  private var indexByKey: [Int: Int] = [:]
  private var newest = -1
  private var oldest = -1

  var count: Int { indexByKey.count }
  var oldestKey: Int? { oldest < 0 ? nil : nodes[oldest].key }

  func contains(_ key: Int) -> Bool { indexByKey[key] != nil }

  mutating func append(_ key: Int) {
    let index = free.popLast() ?? nodes.count
    if index == nodes.count { nodes.append(Node(key: key)) } else { nodes[index] = Node(key: key) }
    nodes[index].older = newest
    if newest >= 0 { nodes[newest].newer = index }
    newest = index
    if oldest < 0 { oldest = index }
    indexByKey[key] = index
  }

  @discardableResult
  mutating func remove(_ key: Int) -> Bool {
    guard let index = indexByKey.removeValue(forKey: key) else { return false }
    let node = nodes[index]
    if node.newer < 0 { newest = node.older } else { nodes[node.newer].older = node.older }
    if node.older < 0 { oldest = node.newer } else { nodes[node.older].newer = node.newer }
    free.append(index)
    return true
  }

  mutating func popOldest() -> Int? {
    guard let key = oldestKey else { return nil }
    remove(key)
    return key
  }
}

/// Evicts the key that was requested least recently.
struct LRUPolicy: EvictionPolicy {
  static let name = "LRU"
  private let capacity: Int
  private var keys = KeyList()

  init(capacity: Int) { self.capacity = capacity }

  mutating func request(_ key: Int) -> Bool {
    let isHit = keys.remove(key)
    keys.append(key)
    if keys.count > capacity { _ = keys.popOldest() }
    return isHit
  }
}

/// S3-FIFO (Yang et al., "FIFO queues are all you need for cache eviction", SOSP 2023): new keys go through a small queue with a tenth of the
/// places, and only those requested again there move to the main queue; keys that left the small queue are remembered for a while.
struct S3FIFOPolicy: EvictionPolicy {
  static let name = "S3-FIFO"
  private let capacity, smallCapacity: Int
  private var small = KeyList()
  private var main = KeyList()
  private var ghosts = KeyList()
  private var uses: [Int: UInt8] = [:]

  init(capacity: Int) {
    self.capacity = capacity
    smallCapacity = max(1, capacity / 10)
  }

  mutating func request(_ key: Int) -> Bool {
    if let count = uses[key] {
      uses[key] = min(3, count + 1)
      return true
    }
    while small.count + main.count >= capacity { evict() }
    if ghosts.remove(key) { main.append(key) } else { small.append(key) }
    uses[key] = 0
    return false
  }

  private mutating func evict() {
    if small.count >= smallCapacity || main.count == 0 { evictSmall() } else { evictMain() }
  }

  private mutating func evictSmall() {
    while let key = small.popOldest() {
      if uses[key, default: 0] > 1 {
        uses[key] = 0
        main.append(key)
      } else {
        uses[key] = nil
        ghosts.append(key)
        if ghosts.count > capacity - smallCapacity { _ = ghosts.popOldest() }
        return
      }
    }
  }

  private mutating func evictMain() {
    while let key = main.popOldest() {
      let count = uses[key, default: 0]
      guard count > 0 else {
        uses[key] = nil
        return
      }
      uses[key] = count - 1
      main.append(key)
    }
  }
}

/// W-TinyLFU (Einziger, Friedman, Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", 2017): new keys enter a window of a hundredth of
/// the places; one that leaves it is admitted to the main part, a segmented LRU, only if it was requested more often than the key to be
/// evicted there, by a sketch of recent requests.
struct TinyLFUPolicy: EvictionPolicy {
  static let name = "W-TinyLFU"
  private let windowCapacity, mainCapacity, protectedCapacity: Int
  private var window = KeyList()
  private var probation = KeyList()
  private var protected = KeyList()
  private var sketch: FrequencySketch

  init(capacity: Int) {
    windowCapacity = max(1, capacity / 100)
    mainCapacity = max(1, capacity - windowCapacity)
    protectedCapacity = mainCapacity * 4 / 5
    sketch = FrequencySketch(capacity: capacity)
  }

  mutating func request(_ key: Int) -> Bool {
    sketch.count(key)
    if window.remove(key) {
      window.append(key)
      return true
    }
    if protected.remove(key) {
      protected.append(key)
      return true
    }
    if probation.remove(key) {
      protected.append(key)
      if protected.count > protectedCapacity, let demoted = protected.popOldest() { probation.append(demoted) }
      return true
    }
    window.append(key)
    if window.count > windowCapacity, let candidate = window.popOldest() { admit(candidate) }
    return false
  }

  private mutating func admit(_ candidate: Int) {
    guard probation.count + protected.count >= mainCapacity else { return probation.append(candidate) }
    guard let victim = probation.oldestKey ?? protected.oldestKey, sketch.estimate(candidate) > sketch.estimate(victim) else { return }
    if !probation.remove(victim) { protected.remove(victim) }
    probation.append(candidate)
  }
}

/// Counts requests of keys approximately, in four rows of counters up to 15. All are halved after ten times as many requests as there are
/// places, so that old requests count less.
struct FrequencySketch: Sendable {
  private var counters: [UInt8]
  private let mask: Int
  private var additions = 0
  private let sampleSize: Int

  init(capacity: Int) {
    var width = 16
    while width < capacity { width *= 2 }
    mask = width - 1
    counters = [UInt8](repeating: 0, count: width * 4)
    sampleSize = max(160, capacity * 10)
  }

  private func index(_ key: Int, _ row: Int) -> Int {
    var mixed = UInt64(bitPattern: Int64(key)) &+ UInt64(row + 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return row * (mask + 1) + Int(truncatingIfNeeded: mixed ^ (mixed >> 31)) & mask
  }

  func estimate(_ key: Int) -> UInt8 { (0..<4).reduce(15) { min($0, counters[index(key, $1)]) } }

  mutating func count(_ key: Int) {
    let least = estimate(key)
    guard least < 15 else { return }
    for row in 0..<4 where counters[index(key, row)] == least { counters[index(key, row)] = least + 1 }
    additions += 1
    guard additions >= sampleSize else { return }
    for index in counters.indices { counters[index] /= 2 }
    additions /= 2
  }
}
