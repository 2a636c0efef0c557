/// The order of the processes on the status page.
struct ProcessOrder: Sendable, Hashable {
  /// A column to sort by; the raw value is its key.
  enum Key: String, Sendable, Hashable {
    case name, load, restarts, age, busy

    /// Numbers start with the largest one.
    var startsDescending: Bool { self != .name }
  }

  /// The keys that ``next()`` goes through; `nil` is the order of the supervisor.
  static let cycle: [Key?] = [nil, .load, .restarts, .age, .busy, .name]

  private(set) var key: Key?
  private(set) var isDescending = false

  init() {}

  mutating func next() {
    let index = Self.cycle.firstIndex(of: key) ?? 0
    select(Self.cycle[(index + 1) % Self.cycle.count])
  }

  /// Sorts by this column, in the other direction if the processes are already sorted by it.
  mutating func sort(by key: Key) {
    if self.key == key { reverse() } else { select(key) }
  }

  mutating func reverse() { if key != nil { isDescending.toggle() } }

  private mutating func select(_ key: Key?) {
    self.key = key
    isDescending = key?.startsDescending ?? false
  }

  /// Returns the processes in this order. Those without a value come last; equal ones keep the order of the supervisor.
  func sorted(_ processes: [BusSnapshot.Process], _ loads: [Int: Double]) -> [BusSnapshot.Process] {
    guard let key else { return processes }
    return processes.enumerated().sorted { left, right in
      if key == .name, left.element.name != right.element.name { return (left.element.name < right.element.name) != isDescending }
      guard key != .name else { return left.offset < right.offset }
      switch (value(of: left.element, key, loads), value(of: right.element, key, loads)) {
      case (let first?, let second?) where first != second: return (first < second) != isDescending
      case (.some, nil): return true
      case (nil, .some): return false
      default: return left.offset < right.offset
      }
    }.map(\.element)
  }

  private func value(of process: BusSnapshot.Process, _ key: Key, _ loads: [Int: Double]) -> Double? {
    switch key {
    case .name: nil
    case .load: process.pid.flatMap { loads[$0] }
    case .restarts: process.restarts.map(Double.init)
    case .age: process.uptime.map(Double.init)
    case .busy: process.inFlight.map(Double.init)
    }
  }
}
