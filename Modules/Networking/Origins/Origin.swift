public import Contracts
public import Models

/// Where the facts come from: a server, or the catalogue inside the program. Calls may come at any time and from any task; cancelling the
/// task of a call ends it with ``OriginError/Code/cancelled``.
public protocol Origin: Sendable {
  /// Tells it from every other origin, and is how it is named with `--origin`: `http://127.0.0.1:1138/api`, `embedded`.
  var identity: OriginIdentity { get }

  /// The kinds it offers, in its order; also kinds this program does not know.
  func kinds(before deadline: ContinuousClock.Instant) async throws(OriginError) -> [KindName]

  /// One record. `entityTag` is what the caller holds of it: when that still stands the answer has no content.
  func record(
    _ reference: Reference, entityTag: String?, before deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> Fetched<Record>

  /// Page `number` (1 or more) of a kind, in the origin's order and of its size. `search` leaves only what the origin's own search finds; empty is all.
  func page(
    _ number: Int, of kind: KindName, search: String?, entityTag: String?, before deadline: ContinuousClock.Instant
  ) async throws(OriginError) -> Fetched<OriginPage>

  /// Frees connections. No calls may follow.
  func close() async
}

extension Origin {
  /// The identity for messages.
  public var address: String { identity.text }
}

/// An origin's answer: what was asked for, or word that what the caller holds still stands.
public struct Fetched<Content: Sendable>: Sendable {
  /// `nil` when the caller's entity tag still stands.
  public var content: Content?
  /// Names this version of the content (RFC 9110 section 8.8.3). `nil` when the origin gave none.
  public var entityTag: String?
  /// Where the origin keeps it, an absolute URL; `nil` where there is no such place.
  public var location: String?

  public init(_ content: Content?, entityTag: String?, location: String? = nil) {
    self.content = content
    self.entityTag = entityTag
    self.location = location
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

  public init(records: [Record], number: Int, pages: Int, count: Int) {
    self.records = records
    self.number = number
    self.pages = pages
    self.count = count
  }
}
