import Text

/// A message body as the broker's state machine sees it. The machine passes bodies on unchanged.
protocol BrokerContent {
  /// Memory used, in bytes.
  var byteCount: Int { get }
  /// The request ID; empty if it is too long for the broker's own replies. Read only for these, and if the client cancels.
  var id: [UInt8] { get }
  /// Scans the fields that the broker reads. Called once per request, on arrival.
  func scanFields() -> FieldScan
  /// Whether the request may be delivered again after a worker that may have started it was lost. Read only in that case.
  var isRetryable: Bool { get }
  /// Gives up memory beyond ``byteCount``. Called before a request is first sent, if it starts to wait or its worker holds many requests.
  func compact()
  /// What the sender calls itself. Read only if ``FieldScan/hasName``.
  var senderName: String? { get }
}

extension BrokerContent {
  func compact() {}
}

extension Body: BrokerContent {
  /// Replies with an ID of ``BytesInFlight/largeMessageSize`` bytes or more would not be counted in libzmq's queues.
  var id: [UInt8] { count > 0 && message.size(start) < BytesInFlight.largeMessageSize ? bytes(0) : [] }

  func compact() { message.leaveReceiveBuffer() }

  var senderName: String? { Fields(parsing: frame(2))?["user-agent"] }

  func scanFields() -> FieldScan { FieldScan(frame(2)) }

  /// Whether the request's method is idempotent. A body without a request line counts as retryable.
  var isRetryable: Bool {
    let words = frame(1).split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, words[1].first == UInt8(ascii: "/") else { return true }
    return Request(String(decoding: words[0], as: UTF8.self), Target([])).isIdempotent
  }
}
