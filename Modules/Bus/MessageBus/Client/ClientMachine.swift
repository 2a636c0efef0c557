import HeapModule

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
    /// Somebody else listens at the endpoint.
    case untrusted
  }

  private struct Outstanding {
    var deadline: Instant
    let isIdempotent: Bool
    var isSent = false
    var parts = 0
    /// Parts of a repeated request that were handed on the first time.
    var skip = 0
  }

  private struct Expiry: Comparable {
    let deadline: Instant
    let number: UInt64
    static func < (left: Expiry, right: Expiry) -> Bool { (left.deadline, left.number) < (right.deadline, right.number) }
  }

  let failFast: Bool
  private let limit: Int
  private var outstanding: [UInt64: Outstanding] = [:]
  private(set) var isConnected: Bool
  private var everConnected: Bool
  private var hasRetried = false
  /// The deadlines of what is outstanding, and of some that is not any more.
  private var expiries = Heap<Expiry>()
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

  /// No deadline is earlier than this.
  var nextDue: Instant? { expiries.min?.deadline }
  var count: Int { outstanding.count }
  /// Entries kept beside what is outstanding: never much more than that.
  var bookkeeping: Int { expiries.count + queue.count }

  func deadline(of number: UInt64) -> Instant? { outstanding[number]?.deadline }

  mutating func ask(_ number: UInt64, deadline: Instant, isIdempotent: Bool) -> Action? {
    guard outstanding.count < limit else { return .fail(number, .overloaded) }
    if failsAtOnce { return .fail(number, .unreachable) }
    outstanding[number] = Outstanding(deadline: deadline, isIdempotent: isIdempotent)
    queue.append(number)
    expiries.insert(Expiry(deadline: deadline, number: number))
    tidy()
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

  /// No connection could be made, or, with `isListenedTo`, somebody has come since or is there and says nothing: then the next attempt may succeed.
  mutating func retried(isListenedTo: Bool) -> [Action] {
    hasRetried = !isListenedTo
    guard failsAtOnce else { return [] }
    return failAll(.unreachable)
  }

  /// Whether requests fail at once: failing fast was asked for, nothing has ever connected, and nothing listened at the last attempt.
  var failsAtOnce: Bool { failFast && hasRetried && !everConnected }

  /// The endpoint turned out to be another user's: nothing is sent there.
  mutating func untrusted() -> [Action] {
    isConnected = false
    return failAll(.untrusted)
  }

  private mutating func failAll(_ failure: Failure) -> [Action] {
    defer { outstanding = [:] }
    return outstanding.keys.sorted().map { .fail($0, failure) }
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
    var actions: [Action] = []
    while let first = expiries.min, first.deadline <= now {
      expiries.removeMin()
      guard outstanding[first.number]?.deadline == first.deadline else { continue }
      outstanding[first.number] = nil
      actions.append(.fail(first.number, isConnected ? .deadlineExceeded : .unreachable))
    }
    return actions
  }

  /// This process did not run for `gap`, and could not take answers: the deadlines are as much later.
  mutating func stoodStill(for gap: Duration) {
    for number in outstanding.keys { outstanding[number]?.deadline += gap }
    rebuildExpiries()
  }

  // MARK: Bookkeeping

  /// What is done leaves its number behind until its turn comes, which may be late: it is cleared away when it is most of what there is.
  private mutating func tidy() {
    let enough = 2 * outstanding.count + 256
    if expiries.count > enough { rebuildExpiries() }
    guard queue.count > enough else { return }
    queue = queue[queueHead...].filter { outstanding[$0]?.isSent == false }
    queueHead = 0
  }

  private mutating func rebuildExpiries() {
    expiries = Heap(outstanding.lazy.map { Expiry(deadline: $0.value.deadline, number: $0.key) })
  }
}
