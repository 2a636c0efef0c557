/// What goes with a question to an origin: who asks, until when, and what the caller holds already.
public struct FetchTerms: Sendable, Hashable {
  /// The entity tag the caller holds (`if-none-match`, RFC 9110 section 13.1.2).
  public var entityTag: String?
  /// The Last-Modified the caller holds, as the origin wrote it (`if-modified-since`, RFC 9110 section 13.1.3).
  public var modifiedSince: String?
  /// Names who first asked: clients take turns.
  public var client: String
  /// When the answer must be there.
  public var deadline: ContinuousClock.Instant

  public init(entityTag: String? = nil, modifiedSince: String? = nil, client: String = "", before deadline: ContinuousClock.Instant) {
    self.entityTag = entityTag
    self.modifiedSince = modifiedSince
    self.client = client
    self.deadline = deadline
  }

  /// Whether the answer may be that what the caller holds still stands.
  var isConditional: Bool { entityTag != nil || modifiedSince != nil }

  /// The same question without conditions: whatever the caller holds, the content is wanted.
  var unconditional: FetchTerms { FetchTerms(client: client, before: deadline) }
}
