public import Contracts
public import MessageBus
public import Models

/// A source of records: a server, or the catalogue built into the program. Methods may be called at any time from any task. Cancelling the
/// calling task ends the call with ``OriginError/Code/cancelled``.
public protocol Origin: Sendable {
  /// The origin's identity, in the form `--origin` accepts: `http://127.0.0.1:1138/api`, `embedded`.
  var identity: OriginIdentity { get }

  /// Whether the origin answers from memory, without waiting.
  var answersImmediately: Bool { get }

  /// Runs the tasks that call this origin, to avoid switching threads; `nil` if any executor will do. Long work on a response belongs on
  /// another executor (``onExecutor(forBytes:_:)``).
  var executor: (any TaskExecutor)? { get }

  /// The state of the requests to each server behind the origin; empty for an origin in memory.
  var statuses: [OriginStatus] { get }

  /// Whether a request would be sent now: `false` while the origin fails or has asked for a pause.
  var isAvailable: Bool { get }

  /// Returns the kinds the origin offers, in its order, including kinds this program does not know.
  func kinds(_ context: FetchContext) async throws(OriginError) -> [KindName]

  /// Returns one record. The response has no content if the caller's copy is unchanged.
  func record(_ reference: Reference, _ context: FetchContext) async throws(OriginError) -> OriginResponse<Record>

  /// Returns one page of a kind, in the origin's order and page size.
  ///
  /// - Parameters:
  ///   - number: 1 or more.
  ///   - search: limits the list to matches of the origin's own search; an empty text matches all records.
  func page(
    _ number: Int, of kind: KindName, search: String?, _ context: FetchContext
  ) async throws(OriginError) -> OriginResponse<OriginPage>

  /// Closes connections. No calls may follow.
  func close() async
}

extension Origin {
  /// The identity, for messages.
  public var address: String { identity.text }

  public var answersImmediately: Bool { false }

  public var executor: (any TaskExecutor)? { nil }

  public var statuses: [OriginStatus] { [] }

  public var isAvailable: Bool { true }
}

/// An origin's response: the requested content, or confirmation that the caller's copy is unchanged.
public struct OriginResponse<Content: Sendable>: Sendable {
  /// `nil` if the caller's copy is unchanged.
  public var content: Content?
  /// Entity tag of the content (RFC 9110 section 8.8.3); `nil` if the origin sent none.
  public var entityTag: String?
  /// Absolute URL of the content; `nil` if it has none.
  public var location: String?
  /// The origin's caching fields (``ForwardedFields``).
  public var fields: Fields
  /// Size of the origin's document in bytes; 0 for content from memory.
  public var size = 0

  public init(_ content: Content?, entityTag: String?, location: String? = nil, fields: Fields = [:]) {
    self.content = content
    self.entityTag = entityTag
    self.location = location
    self.fields = fields
  }
}

/// One page of a list.
public struct OriginPage: Sendable, Hashable {
  public var records: [Record]
  public var number: Int
  /// Number of pages; at least 1.
  public var pages: Int
  /// Number of records in all pages together.
  public var count: Int
  /// Number of records the origin counts but does not return, in addition to ``count``. `nil` if the origin returns all records as far as
  /// known.
  public var missing: Int?

  public init(records: [Record], number: Int, pages: Int, count: Int, missing: Int? = nil) {
    self.records = records
    self.number = number
    self.pages = pages
    self.count = count
    self.missing = missing
  }
}

/// All records of a kind, or those that match a search.
struct OriginList: Sendable, Hashable {
  let kind: KindName
  /// `nil` for all records of the kind.
  let search: String?

  /// - Parameter search: an empty text matches all records.
  init(_ kind: KindName, search: String?) {
    self.kind = kind
    self.search = search.flatMap { $0.isEmpty ? nil : $0 }
  }
}

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

/// Runs `work`, whose time grows with the size of a document: on the current executor if the document has 64 KiB at most, and on the default
/// one otherwise. The thread that serves all connections to an origin must not be busy for longer than a millisecond or two.
func onExecutor<Value, Failure: Error>(
  forBytes size: Int, _ work: () throws(Failure) -> Value
) async throws(Failure) -> Value {
  guard size > 64 << 10 else { return try work() }
  return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) in try work() }
}
