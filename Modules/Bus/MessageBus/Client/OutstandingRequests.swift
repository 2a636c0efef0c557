/// A request of a ``ClientMachine`` that has not ended.
struct OutstandingRequest {
  var deadline: ContinuousClock.Instant
  let isIdempotent: Bool
  let hasUnorderedParts: Bool
  var isSent = false
  var partsReceived = 0
  /// Maximum number of parts received before a retry.
  var earlierParts = 0
  /// Connections lost in a row while the request was sent: since the last part that was new, and since one that lasted.
  var losses = 0
  /// Whether a part was delivered, over this connection or an earlier one.
  var hasBegun = false
  /// Whether a worker was lost before, after it had sent a part.
  var wasCutOff = false

  /// Whether to send the request again if its worker was lost: once, if it is idempotent and a part has arrived. If none has, the broker
  /// has sent the request to other workers already.
  var mayRepeat: Bool { isIdempotent && partsReceived > 0 && !wasCutOff }

  /// Whether the request fails if one more connection is lost.
  var isSuspect: Bool { losses == ClientMachine.maxLosses - 1 }

  /// Number of parts already delivered before a retry, which are not delivered again.
  var partsToSkip: Int { hasUnorderedParts ? 0 : earlierParts }
}

/// The outstanding requests of a ``ClientMachine`` by ID, with the numbers of those that are sent.
struct OutstandingRequests {
  private var requests: [UInt64: OutstandingRequest] = [:]
  /// Number of requests that are sent.
  private(set) var sentCount = 0
  /// Number of requests that are sent and suspects.
  private(set) var sentSuspectCount = 0

  var count: Int { requests.count }
  var ids: Dictionary<UInt64, OutstandingRequest>.Keys { requests.keys }
  var all: Dictionary<UInt64, OutstandingRequest> { requests }

  subscript(id: UInt64) -> OutstandingRequest? {
    get { requests[id] }
    set {
      let old: OutstandingRequest?
      if let newValue {
        old = requests.updateValue(newValue, forKey: id)
        add(1, for: newValue)
      } else {
        old = requests.removeValue(forKey: id)
      }
      if let old { add(-1, for: old) }
    }
  }

  mutating func removeAll() { self = OutstandingRequests() }

  private mutating func add(_ number: Int, for request: OutstandingRequest) {
    guard request.isSent else { return }
    sentCount += number
    if request.isSuspect { sentSuspectCount += number }
  }
}
