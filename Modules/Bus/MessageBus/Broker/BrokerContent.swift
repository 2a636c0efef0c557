/// What the broker's machine asks of a body, which it otherwise moves untouched.
protocol BrokerContent {
  /// What it takes in memory.
  var byteCount: Int { get }
  /// What its fields say to the broker. Called once a request, when it arrives.
  func scanFields() -> FieldScan
  /// Whether a worker may be given the request that another one may have begun. Asked only when a worker was lost.
  var isRepeatable: Bool { get }
}

extension Body: BrokerContent {
  func scanFields() -> FieldScan { FieldScan(frame(2)) }

  /// A body without a request line is none of ours: RFC 18 leaves repeating to its user, and such requests were always repeated.
  var isRepeatable: Bool {
    let head = frame(1)
    guard let space = head.firstIndex(of: UInt8(ascii: " ")), space > 0, space + 1 < head.count, head[space + 1] == UInt8(ascii: "/"),
      let method = String(validating: UnsafeRawBufferPointer(rebasing: head[..<space]), as: UTF8.self)
    else { return true }
    return Request(method, Target([])).isIdempotent
  }
}
