import HTTPTypes
import Synchronization

/// The rules in force, and which of their faults each request and connection gets.
///
/// The decision for a request depends on the seed, the number of the request (from 1, in the order in which the server receives the heads of
/// requests), its target, the rules with their numbers, the requests before it that they selected, and the time. Rules without times make it
/// independent of the clock. The same holds for connections, which have numbers of their own. Rules have numbers in the order in which they are
/// added, from 1.
struct FaultSchedule: Sendable {
  /// A rule in force.
  struct Entry: Sendable {
    let id: Int
    let rule: FaultRule
    /// The time of the server at which the rule was added.
    let start: Duration
    /// How many requests or connections times and path selected.
    var selected = 0
    /// How many requests or connections met the conditions of the rule, apart from its rate.
    var matched = 0
    /// How many of them got the fault.
    var applied = 0
  }

  /// A fault for a request, with its random numbers.
  typealias Drawn = (fault: Fault, random: FaultRandom)

  let seed: UInt64
  private(set) var entries: [Entry] = []
  private(set) var requests = 0
  private(set) var connections = 0
  private var lastID = 0

  init(seed: UInt64) { self.seed = seed }

  /// Returns the number of the next request and its faults in the order of the rules. Costs time in proportion to the number of rules.
  mutating func drawForRequest(target: String, elapsed: Duration) -> (number: Int, faults: [Drawn]) {
    requests += 1
    return (requests, entries.isEmpty ? [] : draw(number: requests, target: target, elapsed: elapsed))
  }

  /// Returns a plan whose ending says how the next connection ends right after it is accepted; `nil` if it does not.
  mutating func drawForConnection(elapsed: Duration) -> ResponsePlan {
    connections += 1
    var plan = ResponsePlan(status: .ok)
    for drawn in entries.isEmpty ? [] : draw(number: connections, target: nil, elapsed: elapsed) {
      var occasion = FaultOccasion(request: SWAPIRequest(target: ""), root: "", random: drawn.random)
      drawn.fault.apply(&plan, &occasion)
    }
    return plan
  }

  /// - Parameter target: `nil` for a connection.
  private mutating func draw(number: Int, target: String?, elapsed: Duration) -> [Drawn] {
    var faults: [Drawn] = []
    for index in entries.indices where entries[index].rule.fault.appliesToConnections == (target == nil) {
      let (entry, rule) = (entries[index], entries[index].rule)
      guard rule.selects(target: target, elapsed: elapsed - entry.start) else { continue }
      entries[index].selected += 1
      guard rule.requests?.contains(entries[index].selected) ?? true else { continue }
      entries[index].matched += 1
      var random = FaultRandom(seed: seed, number: number, rule: entry.id)
      guard random.unit() < rule.rate else { continue }
      entries[index].applied += 1
      faults.append((rule.fault, random))
    }
    return faults
  }

  /// Adds rules after the others. Throws and adds none if there would be too many.
  mutating func add(_ rules: [FaultRule], elapsed: Duration) throws(OriginServerError) -> [Entry] {
    guard entries.count + rules.count <= FaultScript.maxRules else {
      throw .invalidRule("more than \(FaultScript.maxRules) rules")
    }
    for rule in rules {
      lastID += 1
      entries.append(Entry(id: lastID, rule: rule, start: elapsed))
    }
    return entries.suffix(rules.count)
  }

  /// Returns whether there was a rule with this number.
  mutating func remove(_ id: Int) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    entries.remove(at: index)
    return true
  }

  mutating func removeAll() { entries = [] }
}

/// The rules in force of a running server, which may be changed at any time, and their counters.
public final class FaultControl: Sendable {
  private struct State {
    var schedule: FaultSchedule
    var start: ContinuousClock.Instant?
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - rules: the rules at the start. Their times count from when the server starts to listen.
  ///   - seed: see ``FaultSchedule``. The same seed gives the same requests the same faults.
  public init(rules: [FaultRule] = [], seed: UInt64 = 1) throws(OriginServerError) {
    var schedule = FaultSchedule(seed: seed)
    _ = try schedule.add(rules, elapsed: .zero)
    state = Mutex(State(schedule: schedule))
  }

  /// No rules at the start.
  public init() { state = Mutex(State(schedule: FaultSchedule(seed: 1))) }

  /// Starts the clock of the rules. Later calls have no effect.
  func start(at now: ContinuousClock.Instant = .now) {
    state.withLock { $0.start = $0.start ?? now }
  }

  /// Calls `body` with the rules and the time since the server started to listen.
  func update<Value: Sendable, Failure: Error>(
    _ body: (inout FaultSchedule, _ elapsed: Duration) throws(Failure) -> sending Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in try body(&state.schedule, state.start.map { $0.duration(to: .now) } ?? .zero) }
  }
}
