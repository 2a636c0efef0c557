import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOPosix
import Platform
import ServiceLifecycle

/// Carries out plans of responses on a connection, with their pauses and premature ends.
struct ResponseSender {
  let request: Request
  let channel: any Channel
  private static let spaces = ByteBuffer(repeating: UInt8(ascii: " "), count: Pace.largestPiece)

  /// The connection was ended; no further request can be read from it.
  struct ConnectionEnded: Error {}

  /// Sends a response. Throws when the connection cannot be used any more.
  func send(_ plan: ResponsePlan, with writer: consuming ResponseWriter) async throws {
    let head = plan.head(now: SystemTime.seconds)
    let hasBody = request.method != .head && plan.mayHaveBody
    guard plan.isPlain else { return try await perform(plan, head, hasBody: hasBody) }
    try await writer.write(response: head, body: hasBody && plan.bodyLength > 0 ? ResponseBody(byteBuffer: plan.body) : ResponseBody())
  }

  /// Each step waits until the bytes before it are with the operating system, so that an end comes neither before nor instead of them.
  private func perform(_ plan: ResponsePlan, _ head: HTTPResponse, hasBody: Bool) async throws {
    if plan.ending?.place == .request || plan.ending?.place == .accept { try await end(plan) }
    try await write(.head(head))
    if plan.ending?.place == .headers { try await end(plan) }
    var part = hasBody ? plan.bodyLength : 0
    if hasBody, case .body(let sent) = plan.ending?.place { part = sent.count(of: plan.bodyLength) }
    try await sendBody(plan, 0..<part)
    if plan.ending != nil { try await end(plan) }
    if hasBody { try await sendBody(plan, part..<plan.bodyLength) }
    try await write(.end(nil))
    if plan.endsConnection {
      try? await channel.close()
      throw ConnectionEnded()
    }
  }

  private func sendBody(_ plan: ResponsePlan, _ part: Range<Int>) async throws {
    for start in stride(from: part.lowerBound, to: part.upperBound, by: plan.pace.bytes) {
      if start > part.lowerBound { await Self.pause(plan.pace.pause) }
      try await send(min(plan.pace.bytes, part.upperBound - start), from: start, of: plan)
    }
  }

  /// Waits exactly, because what the server adds is what a load test must find. A server that stops waits no longer.
  static func pause(_ time: Duration) async {
    guard time > .zero else { return }
    try? await cancelWhenGracefulShutdown { try await Task.sleep(for: time, tolerance: .zero, clock: .continuous) }
  }

  private func send(_ count: Int, from offset: Int, of plan: ResponsePlan) async throws {
    var (offset, rest) = (offset, count)
    while rest > 0 {
      let bytes = plan.body.readableBytes
      let slice: ByteBuffer?
      if offset < bytes {
        slice = plan.body.getSlice(at: plan.body.readerIndex + offset, length: min(rest, Pace.largestPiece, bytes - offset))
      } else {
        slice = Self.spaces.getSlice(at: 0, length: min(rest, Pace.largestPiece))
      }
      guard let slice else { return }
      try await write(.body(slice))
      offset += slice.readableBytes
      rest -= slice.readableBytes
    }
  }

  private func write(_ part: HTTPResponsePart) async throws { try await channel.writeAndFlush(part).get() }

  private func end(_ plan: ResponsePlan) async throws {
    switch plan.ending?.manner {
    case .hang:
      // Until the client closes the connection, which cancels this task.
      await Self.pause(.seconds(1 << 31))
    case .reset: await channel.reset()
    case .close, nil: break
    }
    try? await channel.close()
    throw ConnectionEnded()
  }
}

extension Channel {
  /// Closes the connection so that the kernel sends a RST.
  func reset() async {
    try? await eventLoop.submit { self.dropUnsentBytesOnClose() }.get()
    try? await close()
  }

  /// Makes the kernel drop what it has not sent when the connection closes, and send a RST: a linger time of zero (socket(7)). Call on the
  /// event loop.
  func dropUnsentBytesOnClose() {
    _ = (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }
}

extension ResponsePlan {
  /// The head of the response, with Date and Content-Length.
  ///
  /// - Parameter now: the time in seconds since 1970.
  func head(now: Int) -> HTTPResponse {
    var fields = fields
    let serverTime = now + Int(clockSkew / .seconds(1))
    if let retryDate { fields[.retryAfter] = DateField.text(secondsSince1970: serverTime + Int(retryDate / .seconds(1))) }
    if !isVerbatim {
      fields[.date] = fields[.date] ?? DateField.text(secondsSince1970: serverTime)
      fields[.transferEncoding] = nil
      fields[.contentLength] = hasLength ? String(bodyLength) : nil
    }
    return HTTPResponse(status: status, headerFields: fields)
  }

  /// Whether the status allows a body (RFC 9110 section 6.4.1). A client takes anything after the head for the next response.
  var mayHaveBody: Bool { status.code != 204 && status.code != 304 }

  /// Whether the length of the body is announced.
  private var hasLength: Bool { mayHaveBody && ending?.place != .end }

  /// Whether the connection cannot be used for another request.
  var endsConnection: Bool { fields[.connection]?.lowercased() == "close" }

  /// Whether the response can be written at once. Larger bodies are written in pieces, which show whether the client reads them.
  var isPlain: Bool { ending == nil && pace == .unlimited && !endsConnection && bodyLength <= 4 * Pace.largestPiece && padding == 0 }
}

/// Values of the field Date and of dates in Retry-After: IMF-fixdate (RFC 9110 section 5.6.7).
enum DateField {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. Years have four digits.
  static func text(secondsSince1970 seconds: Int) -> String {
    let time = CalendarTime(secondsSince1970: seconds)
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    // 1 January 1970 was a Thursday.
    let name = days[((day % 7) + 7) % 7]
    let (date, clock) = (time.text.prefix(10), time.text.dropFirst(11).dropLast())
    return "\(name), \(date.suffix(2)) \(months[time.month - 1]) \(date.prefix(4)) \(clock) GMT"
  }
}
