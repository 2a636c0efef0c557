/// The client's side of MDP 0.2 without any I/O, for many requests outstanding on one socket: (state, event, now) → (state, actions).
/// STATES.md has the table.
struct ClientMachine {
  typealias Instant = ContinuousClock.Instant

  enum Action: Equatable {
    /// A part of a streamed answer, to be handed on.
    case part(UInt64)
    /// The final reply arrived.
    case complete(UInt64)
    case fail(UInt64, Failure)
  }

  enum Failure: Equatable {
    case deadlineExceeded
    /// The deadline passed, or failing fast was asked for, without any connection.
    case unreachable
    /// The connection was lost after a request was sent that must not be repeated.
    case notRepeatable
    case overloaded
  }

  private struct Outstanding {
    let deadline: Instant
    let isIdempotent: Bool
    var isSent = false
    var parts = 0
    /// Parts of a repeated request that were handed on the first time.
    var skip = 0
  }

  private let failFast: Bool
  private let limit: Int
  private var outstanding: [UInt64: Outstanding] = [:]
  private(set) var isConnected: Bool
  private var everConnected: Bool
  private var hasRetried = false
  /// No deadline is earlier than this.
  private var firstDeadline: Instant?
  /// Numbers that may have to be sent, in order; those that are gone or sent meanwhile are passed over.
  private var queue: [UInt64] = []
  private var queueHead = 0

  /// `connected` is the state before any event: inproc endpoints have no connection to wait for.
  init(failFast: Bool, limit: Int, connected: Bool) {
    self.failFast = failFast
    self.limit = limit
    isConnected = connected
    everConnected = connected
  }

  var nextDue: Instant? { firstDeadline }
  var count: Int { outstanding.count }

  mutating func ask(_ number: UInt64, deadline: Instant, isIdempotent: Bool) -> Action? {
    guard outstanding.count < limit else { return .fail(number, .overloaded) }
    if failFast, hasRetried, !everConnected { return .fail(number, .unreachable) }
    outstanding[number] = Outstanding(deadline: deadline, isIdempotent: isIdempotent)
    queue.append(number)
    firstDeadline = min(firstDeadline ?? deadline, deadline)
    return nil
  }

  mutating func cancel(_ number: UInt64) { outstanding[number] = nil }

  mutating func connected() {
    isConnected = true
    everConnected = true
  }

  /// What was sent and may be repeated is sent again with the next connection.
  mutating func disconnected() -> [Action] {
    isConnected = false
    var actions: [Action] = []
    for number in outstanding.keys.sorted() {
      guard var entry = outstanding[number], entry.isSent else { continue }
      guard entry.isIdempotent else {
        outstanding[number] = nil
        actions.append(.fail(number, .notRepeatable))
        continue
      }
      entry.isSent = false
      entry.skip = max(entry.skip, entry.parts)
      entry.parts = 0
      outstanding[number] = entry
      queue.append(number)
    }
    return actions
  }

  mutating func retried() -> [Action] {
    hasRetried = true
    guard failFast, !everConnected else { return [] }
    defer { outstanding = [:] }
    return outstanding.keys.sorted().map { .fail($0, .unreachable) }
  }

  /// The request to send next, `nil` when there is none or nobody to send to.
  mutating func nextToSend() -> UInt64? {
    guard isConnected else { return nil }
    while queueHead < queue.count {
      let number = queue[queueHead]
      if let entry = outstanding[number], !entry.isSent { return number }
      queueHead += 1
    }
    queue.removeAll(keepingCapacity: true)
    queueHead = 0
    return nil
  }

  mutating func sent(_ number: UInt64) {
    outstanding[number]?.isSent = true
    queueHead += 1
  }

  /// `nil` for replies nobody waits for any more.
  mutating func received(_ number: UInt64, isFinal: Bool) -> Action? {
    guard var entry = outstanding[number], entry.isSent else { return nil }
    guard !isFinal else {
      outstanding[number] = nil
      return .complete(number)
    }
    entry.parts += 1
    outstanding[number] = entry
    return entry.parts > entry.skip ? .part(number) : nil
  }

  mutating func tick(now: Instant) -> [Action] {
    guard let firstDeadline, firstDeadline <= now else { return [] }
    let late = outstanding.filter { $0.value.deadline <= now }.keys.sorted()
    for number in late { outstanding[number] = nil }
    self.firstDeadline = outstanding.values.map(\.deadline).min()
    return late.map { .fail($0, isConnected ? .deadlineExceeded : .unreachable) }
  }
}
