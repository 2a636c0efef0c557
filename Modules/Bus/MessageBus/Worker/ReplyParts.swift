/// Context of a request: sends parts of a streamed reply before the final one (PARTIAL in RFC 18), identifies the client, and releases
/// the credit of a request that only waits.
public struct ReplyParts: Sendable {
  /// Opaque key of the client that originated the request, for fair queueing: the same for all its requests, including those sent on
  /// its behalf by another service (``Request/onBehalf(of:)``). Not authenticated: any client can claim any key.
  public let client: String
  private let sendPart: @Sendable (Reply) -> Void
  private let release: @Sendable () -> Void

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - client: the value of ``client``.
  ///   - releasing: called by ``releaseCredit()``.
  ///   - send: called with each part, in order.
  public init(client: String = "", releasing: @escaping @Sendable () -> Void = {}, _ send: @escaping @Sendable (Reply) -> Void) {
    self.client = client
    release = releasing
    sendPart = send
  }

  /// Sends one part of the reply, in order, before the final reply. Returns at once.
  public func send(_ part: Reply) { sendPart(part) }

  /// Releases the request's credit, because from now on the request only waits for another service. The worker announces more credit to
  /// the broker (up to 20,000 requests held), so that waiting requests do not block others. Ends with the final reply. Returns at once;
  /// calling this method twice is harmless.
  public func releaseCredit() { release() }
}
