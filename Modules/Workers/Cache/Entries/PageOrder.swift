public import Contracts
import MessageBus
public import Models
import OrderedJSON

/// A page of a list without its records: the IDs of the records in order, and the page's own members.
///
/// Records are stored in entries of their own, and reading a page returns the newest version of each: a list never shows an older version
/// of a record than a request for the record does.
public struct PageOrder: Sendable, Hashable {
  /// The page without its items.
  public let head: PageBody
  /// The IDs of the records, in order and without duplicates.
  public let ids: [Int]
  /// ``Digest`` of the page's content as received, to detect changed records.
  let receivedDigest: UInt64
  /// Digests of the records in the entry's body, in order. Empty in a store.
  var digests: [UInt64]
  /// Whether the entry's body is the one that the origin sent with the page's tag.
  var isUnmodified: Bool

  public var kind: KindName { head.kind }
  /// The number of pages of the list.
  public var pages: Int { head.pages }
  public var references: [Reference] { ids.map { Reference(head.kind, $0) } }
  var size: Int { ids.count * 16 + 64 }

  /// Splits a page into its order and its records, and returns its content in canonical form. Skips duplicates and items that are not
  /// records of the page's kind, so that a malformed record does not fail its page.
  static func parse(_ body: PageBody) -> (order: PageOrder, content: [UInt8], records: [(id: Int, body: [UInt8])]) {
    var seen: Set<Int> = []
    var records: [(id: Int, body: [UInt8])] = []
    for item in body.items {
      guard item["kind"]?.string == body.kind.text, let id = item["id"]?.int, id > 0, seen.insert(id).inserted else { continue }
      records.append((id, item.bytes()))
    }
    var head = body
    head.items = []
    let content = content(head, records.map(\.body))
    let order = PageOrder(
      head: head, ids: records.map(\.id), receivedDigest: Digest.of(content), digests: records.map { Digest.of($0.body) },
      isUnmodified: true)
    return (order, content, records)
  }

  /// Returns the order and the content of a page assembled by the cache.
  static func assembled(_ body: PageBody) -> (order: PageOrder, content: [UInt8]) {
    let page = parse(body)
    return (page.order, page.content)
  }

  private init(head: PageBody, ids: [Int], receivedDigest: UInt64, digests: [UInt64], isUnmodified: Bool) {
    self.head = head
    self.ids = ids
    self.receivedDigest = receivedDigest
    self.digests = digests
    self.isUnmodified = isUnmodified
  }

  /// The encoded order, which a store keeps as the body of the page.
  var encoded: [UInt8] {
    ([
      "page": head.json, "ids": .array(ids.map { .number($0) }), "received": .string(String(receivedDigest, radix: 16)),
    ] as JSON).bytes()
  }

  /// Decodes ``encoded``. Returns `nil` for anything else.
  init?(encoded bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let page = json["page"], let head = try? PageBody(page.bytes()),
      let receivedDigest = json["received"]?.string.flatMap({ UInt64($0, radix: 16) }), let ids = json["ids"]?.array?.map(\.int),
      !ids.contains(where: { ($0 ?? 0) < 1 })
    else { return nil }
    self.init(head: head, ids: ids.compactMap(\.self), receivedDigest: receivedDigest, digests: [], isUnmodified: false)
  }

  /// Returns whether both pages have the same members and record IDs, regardless of the contents of the records.
  func isSamePage(as other: PageOrder) -> Bool { head == other.head && ids == other.ids }

  private static func content(_ head: PageBody, _ records: [[UInt8]]) -> [UInt8] {
    // `items` is the last member, so the records go before the two closing brackets.
    var bytes = head.json.bytes()
    bytes.removeLast(2)
    bytes.reserveCapacity(bytes.count + records.reduce(2) { $0 + $1.count + 1 })
    for (index, record) in records.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += record
    }
    bytes += "]}".utf8
    return bytes
  }
}

extension CacheEntry {
  /// Returns the page with the newest version of each record. `self` is the page as stored; its body is ignored.
  ///
  /// Returns `nil` if a record is missing because it was evicted or purged. A record that the origin no longer has is left out, and the
  /// page is stale from the time that this became known.
  func composed(from records: [Int: CacheEntry]) -> CacheEntry? {
    guard let order = page else { return self }
    var bodies: [[UInt8]] = []
    var entry = self
    for id in order.ids {
      guard let record = records[id] else { return nil }
      if record.status == 200 {
        bodies.append(record.body)
      } else {
        entry.freshness = entry.freshness.stale(from: record.freshness.validatedAt)
      }
    }
    entry.compose(order, bodies, ids: order.ids.filter { records[$0]?.status == 200 })
    return entry
  }

  private mutating func compose(_ order: PageOrder, _ bodies: [[UInt8]], ids: [Int]) {
    body = order.content(of: bodies)
    let digest = Digest.of(body)
    page = order.with(ids: ids, digests: bodies.map { Digest.of($0) }, isUnmodified: digest == order.receivedDigest)
    if digest != order.receivedDigest {
      entityTag = EntityTag.strong(from: digest)
      lastModified = nil
    }
  }
}

extension PageOrder {
  fileprivate func content(of records: [[UInt8]]) -> [UInt8] { Self.content(head, records) }

  fileprivate func with(ids: [Int], digests: [UInt64], isUnmodified: Bool) -> PageOrder {
    PageOrder(head: head, ids: ids, receivedDigest: receivedDigest, digests: digests, isUnmodified: isUnmodified)
  }
}
