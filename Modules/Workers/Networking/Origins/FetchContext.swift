/// The context of a request to an origin: the client, the deadline and the validators of the caller's copy.
public struct FetchContext: Sendable, Hashable {
  /// Entity tag of the caller's copy (`if-none-match`, RFC 9110 section 13.1.2).
  public var entityTag: String?
  /// Last-Modified date of the caller's copy, as the origin wrote it (`if-modified-since`, RFC 9110 section 13.1.3).
  public var modifiedSince: String?
  /// The client that sent the request; queued requests are served client by client in turn.
  public var client: String
  public var deadline: ContinuousClock.Instant

  public init(entityTag: String? = nil, modifiedSince: String? = nil, client: String = "", deadline: ContinuousClock.Instant) {
    self.entityTag = entityTag
    self.modifiedSince = modifiedSince
    self.client = client
    self.deadline = deadline
  }

  /// Whether the origin may answer that the caller's copy is unchanged.
  var isConditional: Bool { entityTag != nil || modifiedSince != nil }

  /// The context without validators, for requests that need the content.
  var unconditional: FetchContext { FetchContext(client: client, deadline: deadline) }
}
