/// What a service knows and may do about a request beside answering it: send parts of a streamed answer ahead of the final reply (PARTIAL in RFC 18),
/// see who asked, and give back the credit of a request that only waits.
public struct ReplyParts: Sendable {
  /// Names the client that first asked, for sharing fairly between clients: the same for all its requests, also for those that another service
  /// sent on its behalf (``Request/onBehalf(of:)``). Opaque. Every client of the bus can claim another name, so it proves nothing.
  public let client: String
  private let sendPart: @Sendable (Reply) -> Void
  private let release: @Sendable () -> Void

  /// - Parameters:
  ///   - client: see ``client``.
  ///   - releasing: what ``releaseCredit()`` does.
  ///   - send: takes the parts in their order.
  public init(client: String = "", releasing: @escaping @Sendable () -> Void = {}, _ send: @escaping @Sendable (Reply) -> Void) {
    self.client = client
    release = releasing
    sendPart = send
  }

  public func send(_ part: Reply) { sendPart(part) }

  /// From here on the request only waits for somebody else. It no longer counts against the worker's credit, so that requests that wait never keep
  /// others from being taken; the worker announces more credit to the broker, up to a bound of 20,000 requests held. Ends with the final reply.
  /// May be called twice; returns at once.
  public func releaseCredit() { release() }
}
