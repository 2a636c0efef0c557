import NIOCore

/// What a connection waits for, and until when. Pure: the time is an argument.
struct ConnectionProgress {
  /// Why a connection ends.
  enum Timeout: String, Hashable {
    case idle, request, write
  }

  /// A time at which the connection ends unless something happens before.
  struct Deadline: Hashable {
    let time: NIODeadline
    let timeout: Timeout
  }

  private let limits: ConnectionLimits
  /// Whether the server reads the body of a request before it answers. If it does not, a request that has not ended while it is answered may
  /// wait for the server.
  private let readsBodies: Bool
  /// Requests whose heads have arrived and whose responses have not ended.
  private var openRequests = 0
  /// When the request that is arriving started; `nil` if none is.
  private var requestStart: NIODeadline?
  private var idleSince: NIODeadline
  private var pendingWrites = 0
  /// When bytes last went to the operating system, or started to wait for it.
  private var lastWrite: NIODeadline
  /// Whether the connection is meant to wait for ever.
  private var isHanging = false

  init(limits: ConnectionLimits, readsBodies: Bool, now: NIODeadline) {
    self.limits = limits
    self.readsBodies = readsBodies
    idleSince = now
    lastWrite = now
  }

  mutating func didReceiveBytes(_ now: NIODeadline) {
    if openRequests == 0, requestStart == nil { requestStart = now }
  }

  mutating func didReceiveHead(_ now: NIODeadline) {
    openRequests += 1
    requestStart = requestStart ?? now
  }

  mutating func didReceiveEnd() { requestStart = nil }

  mutating func didStartWriting(_ now: NIODeadline) {
    if pendingWrites == 0 { lastWrite = now }
    pendingWrites += 1
  }

  mutating func didWrite(_ now: NIODeadline) {
    pendingWrites -= 1
    lastWrite = now
  }

  mutating func didEndResponse(_ now: NIODeadline) {
    openRequests = max(0, openRequests - 1)
    idleSince = now
  }

  mutating func didStartHanging() { isHanging = true }

  /// The next time at which the connection ends; `nil` if it waits for the server.
  var deadline: Deadline? {
    if isHanging { return nil }
    if pendingWrites > 0 { return limits.write.map { Deadline(time: lastWrite + TimeAmount($0), timeout: .write) } }
    if let requestStart, openRequests == 0 || readsBodies {
      return limits.request.map { Deadline(time: requestStart + TimeAmount($0), timeout: .request) }
    }
    guard openRequests == 0 else { return nil }
    return limits.idle.map { Deadline(time: idleSince + TimeAmount($0), timeout: .idle) }
  }
}
