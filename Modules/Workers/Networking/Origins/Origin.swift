public import Contracts
public import MessageBus
public import Models

/// Where the facts come from: a server, or the catalogue inside the program. Calls may come at any time and from any task; cancelling the
/// task of a call ends it with ``OriginError/Code/cancelled``.
public protocol Origin: Sendable {
  /// Tells it from every other origin, and is how it is named with `--origin`: `http://127.0.0.1:1138/api`, `embedded`.
  var identity: OriginIdentity { get }

  /// Whether answers are at hand, so that nobody waits for them.
  var answersAtOnce: Bool { get }

  /// The kinds it offers, in its order; also kinds this program does not know.
  func kinds(_ terms: FetchTerms) async throws(OriginError) -> [KindName]

  /// One record. When what the caller holds still stands the answer has no content.
  func record(_ reference: Reference, _ terms: FetchTerms) async throws(OriginError) -> Fetched<Record>

  /// Page `number` (1 or more) of a kind, in the origin's order and of its size. `search` leaves only what the origin's own search finds; empty is all.
  func page(_ number: Int, of kind: KindName, search: String?, _ terms: FetchTerms) async throws(OriginError) -> Fetched<OriginPage>

  /// Frees connections. No calls may follow.
  func close() async
}

extension Origin {
  /// The identity for messages.
  public var address: String { identity.text }

  public var answersAtOnce: Bool { false }
}

/// An origin's answer: what was asked for, or word that what the caller holds still stands.
public struct Fetched<Content: Sendable>: Sendable {
  /// `nil` when what the caller holds still stands.
  public var content: Content?
  /// Names this version of the content (RFC 9110 section 8.8.3). `nil` when the origin gave none.
  public var entityTag: String?
  /// Where the origin keeps it, an absolute URL; `nil` where there is no such place.
  public var location: String?
  /// What the origin said about keeping the answer, as it said it.
  public var fields: Fields

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
  /// 1 or more.
  public var pages: Int
  /// Records in all pages together.
  public var count: Int
  /// Records that the origin counts and does not give, beyond ``count``. `nil` where it gives all, as far as is known.
  public var missing: Int?

  public init(records: [Record], number: Int, pages: Int, count: Int, missing: Int? = nil) {
    self.records = records
    self.number = number
    self.pages = pages
    self.count = count
    self.missing = missing
  }
}
