import HeapModule

/// State machine of the client's side of MDP 0.2, without I/O, for many outstanding requests on one socket. STATES.md has its table.
struct ClientMachine {
  enum Action: Equatable {
    /// Deliver a part of a streamed reply.
    case part(UInt64)
    /// Deliver the final reply.
    case complete(UInt64)
    case fail(UInt64, Failure)
  }

  enum Failure: Equatable {
    case deadlineExceeded
    /// There was no connection when the deadline passed.
    case unreachable
    /// Nothing was listening when an attempt to connect failed with fail-fast enabled or after the reconnect grace.
    case noListener
    /// The connection was lost after a request was sent that is not idempotent.
    case notIdempotent
    case overloaded
    /// A process of another user listens on the endpoint, or the broker does not accept the key.
    case untrusted
  }

  private struct Request {
    var deadline: Instant
    let isIdempotent: Bool
    let hasUnorderedParts: Bool
    var isSent = false
    var partsReceived = 0
    /// Maximum number of parts received before a retry.
    var earlierParts = 0
    /// Whether a part was delivered, over this connection or an earlier one.
    var hasBegun = false
    /// Whether a worker was lost before, after it had sent a part.
    var wasCutOff = false

    /// Whether to send the request again if its worker was lost: once, and only after a part. Without one the broker has done so already.
    var mayRepeat: Bool { isIdempotent && partsReceived > 0 && !wasCutOff }
  }

  private struct Expiry: Comparable {
    let deadline: Instant
    let id: UInt64
    static func < (left: Expiry, right: Expiry) -> Bool { (left.deadline, left.id) < (right.deadline, right.id) }
  }

  private let failFast: Bool
  private let reconnectGrace: Duration?
  private let limit: Int
  private var outstanding: [UInt64: Request] = [:]
  private(set) var isConnected = false
  private var hasEverConnected = false
  private var foundNoListener = false
  /// When the first attempt to connect failed since the last connection; `nil` if none has.
  private var firstFailure: Instant?
  /// Deadlines of the outstanding requests, and of some that have ended.
  private var expiries = Heap<Expiry>()
  /// IDs of requests to send, in order; requests that have ended or were sent are skipped.
  private var queue: [UInt64] = []
  private var queueHead = 0

  init(failFast: Bool, reconnectGrace: Duration?, limit: Int) {
    self.failFast = failFast
    self.reconnectGrace = reconnectGrace
    self.limit = limit
  }

  /// When to call ``tick(now:)`` next: no deadline is earlier.
  var nextTimeout: Instant? { expiries.min?.deadline }
  var count: Int { outstanding.count }
  /// Number of entries in the internal queues; bounded by the number of outstanding requests.
  var bookkeepingCount: Int { expiries.count + queue.count }

  func deadline(of id: UInt64) -> Instant? { outstanding[id]?.deadline }

  /// - Parameter hasUnorderedParts: whether the reply to a retry may have other parts, so that none of them is left out.
  mutating func ask(_ id: UInt64, deadline: Instant, isIdempotent: Bool, hasUnorderedParts: Bool = false) -> Action? {
    guard outstanding.count < limit else { return .fail(id, .overloaded) }
    if failsImmediately { return .fail(id, .noListener) }
    outstanding[id] = Request(deadline: deadline, isIdempotent: isIdempotent, hasUnorderedParts: hasUnorderedParts)
    queue.append(id)
    expiries.insert(Expiry(deadline: deadline, id: id))
    compact()
    return nil
  }

  /// Ends a request without a reply. Returns whether the broker has to be told, because the request was sent.
  mutating func cancel(_ id: UInt64) -> Bool { outstanding.removeValue(forKey: id)?.isSent == true }

  mutating func connected() {
    isConnected = true
    hasEverConnected = true
    firstFailure = nil
  }

  /// Handles a lost connection: idempotent requests are sent again on the next connection; others fail.
  mutating func disconnected() -> [Action] {
    isConnected = false
    var actions: [Action] = []
    for (id, request) in outstanding.filter(\.value.isSent).sorted(by: { $0.key < $1.key }) {
      if request.isIdempotent {
        enqueueAgain(id, request)
      } else {
        outstanding[id] = nil
        actions.append(.fail(id, .notIdempotent))
      }
    }
    return actions
  }

  private mutating func enqueueAgain(_ id: UInt64, _ request: Request) {
    var request = request
    request.isSent = false
    request.earlierParts = max(request.earlierParts, request.partsReceived)
    request.partsReceived = 0
    outstanding[id] = request
    queue.append(id)
  }

  /// Handles a failed attempt to connect. `hasListener`: whether a process listens on the endpoint by now; matters only if ``failsEarly``.
  mutating func connectFailed(hasListener: Bool, now: Instant) -> [Action] {
    foundNoListener = !hasListener
    if failsImmediately { return failAll(.noListener) }
    let start = firstFailure ?? now
    firstFailure = start
    guard let reconnectGrace, !hasListener, start + reconnectGrace <= now else { return [] }
    // A reply that has begun can only be continued on the next connection.
    return failAll(.noListener) { !$0.hasBegun }
  }

  /// Whether requests may fail before their deadlines because nothing is listening.
  var failsEarly: Bool { failFast || reconnectGrace != nil }

  /// Whether requests fail at once: fail-fast is enabled, there was never a connection, and nothing was listening at the last attempt.
  var failsImmediately: Bool { failFast && foundNoListener && !hasEverConnected }

  /// Handles that the endpoint belongs to another user, or that the broker does not accept the key: all requests fail, and nothing is sent.
  mutating func untrusted() -> [Action] {
    isConnected = false
    return failAll(.untrusted)
  }

  private mutating func failAll(_ failure: Failure, where fails: (Request) -> Bool = { _ in true }) -> [Action] {
    let failed = outstanding.filter { fails($0.value) }.keys.sorted()
    for id in failed { outstanding[id] = nil }
    return failed.map { .fail($0, failure) }
  }

  /// Returns the next request to send; `nil` if there is none or no connection.
  mutating func nextToSend() -> UInt64? {
    guard isConnected else { return nil }
    while queueHead < queue.count {
      let id = queue[queueHead]
      if outstanding[id]?.isSent == false { return id }
      queueHead += 1
    }
    queue.removeAll(keepingCapacity: true)
    queueHead = 0
    return nil
  }

  mutating func sent(_ id: UInt64) {
    outstanding[id]?.isSent = true
    queueHead += 1
  }

  /// Handles a reply. Returns `nil` if the request has ended, if the part was delivered before, or if the request is sent again because the
  /// final reply says that its worker was lost.
  mutating func received(_ id: UInt64, isFinal: Bool, isWorkerLost: @autoclosure () -> Bool = false) -> Action? {
    guard var request = outstanding[id], request.isSent else { return nil }
    guard !isFinal else {
      if request.mayRepeat, isWorkerLost() {
        request.wasCutOff = true
        enqueueAgain(id, request)
        compact()
        return nil
      }
      outstanding[id] = nil
      return .complete(id)
    }
    request.partsReceived += 1
    let isNew = request.hasUnorderedParts || request.partsReceived > request.earlierParts
    if isNew { request.hasBegun = true }
    outstanding[id] = request
    return isNew ? .part(id) : nil
  }

  mutating func tick(now: Instant) -> [Action] {
    var actions: [Action] = []
    while let first = expiries.min, first.deadline <= now {
      expiries.removeMin()
      guard outstanding[first.id]?.deadline == first.deadline else { continue }
      outstanding[first.id] = nil
      actions.append(.fail(first.id, isConnected ? .deadlineExceeded : .unreachable))
    }
    return actions
  }

  /// Extends all deadlines and the reconnect grace by `gap`, during which this process was suspended.
  mutating func processResumed(after gap: Duration) {
    for id in Array(outstanding.keys) { outstanding[id]?.deadline += gap }
    firstFailure = firstFailure.map { $0 + gap }
    rebuildExpiries()
  }

  /// Removes the entries of ended requests once they are the majority.
  private mutating func compact() {
    let maxEntries = 2 * outstanding.count + 256
    if expiries.count > maxEntries { rebuildExpiries() }
    guard queue.count > maxEntries else { return }
    queue = queue[queueHead...].filter { outstanding[$0]?.isSent == false }
    queueHead = 0
  }

  private mutating func rebuildExpiries() {
    expiries = Heap(outstanding.lazy.map { Expiry(deadline: $0.value.deadline, id: $0.key) })
  }
}
