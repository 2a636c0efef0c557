public import Contracts
import Dialects
public import MessageBus
public import Models
import Synchronization

/// A source of records: a server, or the catalogue built into the program. Methods may be called at any time on any thread.
public protocol Origin: Sendable {
  /// Receives the outcome of a query. Must not block.
  typealias Finish = @Sendable (Result<OriginResponse, OriginError>) -> Void

  /// The origin's identity, in the form `--origin` accepts: `http://127.0.0.1:1138/api`, `embedded`.
  var identity: OriginIdentity { get }

  /// The state of the requests to each server behind the origin; empty for an origin in memory.
  var statuses: [OriginStatus] { get }

  /// Whether queries wait for a server.
  var isRemote: Bool { get }

  /// Whether a request would be sent now: `false` while the origin fails or has asked for a pause.
  var isAvailable: Bool { get }

  /// Asks for a document, and calls `finish` once: on any thread, maybe before this function returns. The response has no content if the
  /// caller's copy is unchanged.
  func fetch(_ query: OriginQuery, _ context: FetchContext, _ finish: @escaping Finish)

  /// Ends a query with ``OriginError/Code/cancelled``, unless it has ended: no request is sent for it any more, and one under way is aborted
  /// if nobody else waits for the response.
  ///
  /// - Parameter id: ``FetchContext/id``.
  func cancel(_ id: UInt64)

  /// Calls `action` when the queries whose answers have arrived have ended, or at once where nothing tells which ones arrived together, as in a
  /// group.
  func afterwards(_ action: @escaping @Sendable () -> Void)

  /// Closes connections. No calls may follow.
  func close() async
}

extension Origin {
  /// The identity, for messages.
  public var address: String { identity.text }

  public var statuses: [OriginStatus] { [] }

  public var isRemote: Bool { true }

  public var isAvailable: Bool { true }

  public func afterwards(_ action: @escaping @Sendable () -> Void) { action() }
}

/// What an origin is asked for.
public enum OriginQuery: Sendable, Hashable {
  /// The kinds the origin offers, in its order, including kinds this program does not know.
  case kinds
  case record(Reference)
  /// One page of a list, counted from 1, in the origin's order and page size.
  case page(Int, OriginList)
}

/// All records of a kind, or those that match a search.
public struct OriginList: Sendable, Hashable {
  public let kind: KindName
  /// A text for the origin's own search; `nil` for all records of the kind.
  public let search: String?

  /// - Parameter search: an empty text matches all records. Omitting it gives the same URL and entity tag as no search.
  public init(_ kind: KindName, search: String?) {
    self.kind = kind
    self.search = search.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The content of an ``OriginResponse``.
public enum OriginContent: Sendable, Hashable {
  case kinds([KindName])
  case record(Record)
  case page(OriginPage)
}

/// An origin's response: the requested content, or confirmation that the caller's copy is unchanged.
public struct OriginResponse: Sendable {
  /// `nil` if the caller's copy is unchanged.
  public var content: OriginContent?
  /// Entity tag of the content (RFC 9110 section 8.8.3); `nil` if the origin sent none.
  public var entityTag: String?
  /// Absolute URL of the content; `nil` if it has none.
  public var location: String?
  /// The origin's caching fields (``HTTPResponse/fields``).
  public var fields: Fields = [:]
  /// Size of the origin's document in bytes; 0 for content from memory.
  public var size = 0
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
}

extension OriginPage {
  init(_ page: WirePage) {
    self.init(records: page.records, number: page.query.number, pages: page.pages, count: page.count)
  }
}

/// The context of a query: the client, the deadline and the validators of the caller's copy.
public struct FetchContext: Sendable, Hashable {
  /// Entity tag of the caller's copy (`if-none-match`, RFC 9110 section 13.1.2).
  public var entityTag: String?
  /// Last-Modified date of the caller's copy, as the origin wrote it (`if-modified-since`, RFC 9110 section 13.1.3).
  public var modifiedSince: String?
  /// The client that sent the request; queued requests are served client by client in turn.
  public var client: String
  public var deadline: ContinuousClock.Instant
  /// Identifies the query, for ``Origin/cancel(_:)``.
  public let id: UInt64

  private static let lastID = Atomic<UInt64>(0)

  public init(entityTag: String? = nil, modifiedSince: String? = nil, client: String = "", deadline: ContinuousClock.Instant) {
    (self.entityTag, self.modifiedSince, self.client, self.deadline) = (entityTag, modifiedSince, client, deadline)
    id = Self.lastID.add(1, ordering: .relaxed).newValue
  }

  /// Whether the origin may answer that the caller's copy is unchanged.
  var isConditional: Bool { entityTag != nil || modifiedSince != nil }

  /// The context without validators, for requests that need the content.
  var unconditional: FetchContext {
    var context = self
    (context.entityTag, context.modifiedSince) = (nil, nil)
    return context
  }
}
