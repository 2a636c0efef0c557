public import Contracts
import MessageBus
public import Models
import OrderedJSON

/// A page of a list without its records: which ones stand on it, in which order, and what the list says about itself.
///
/// The records have entries of their own, and whoever reads the page gets the youngest of each: a list never shows an older record than
/// a look at the record does.
public struct PageOrder: Sendable, Hashable {
  /// The page without its items.
  public let head: PageBody
  /// The numbers of its records, in order, each once.
  public let ids: [Int]
  /// ``Digest`` of the page's content as it arrived; tells whether a record has changed since.
  let received: UInt64
  /// Digests of the records as they stand in the entry's body, in order. Empty in a store.
  var digests: [UInt64]
  /// Whether the entry's body is what the origin sent under the page's tag.
  var isAsReceived: Bool

  public var kind: KindName { head.kind }
  /// How many pages the list has.
  public var pages: Int { head.pages }
  public var references: [Reference] { ids.map { Reference(head.kind, $0) } }
  var size: Int { ids.count * 16 + 64 }

  /// The page `body` with its records, in canonical form. Items that are no records of the page's kind are left out, also repetitions:
  /// one odd record does not fail its page.
  static func read(_ body: PageBody) -> (order: PageOrder, content: [UInt8], records: [(id: Int, body: [UInt8])]) {
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
      head: head, ids: records.map(\.id), received: Digest.of(content), digests: records.map { Digest.of($0.body) }, isAsReceived: true)
    return (order, content, records)
  }

  /// A page made here from records that are at hand, in an order of our own.
  static func made(_ body: PageBody) -> (order: PageOrder, content: [UInt8]) {
    let page = read(body)
    return (page.order, page.content)
  }

  private init(head: PageBody, ids: [Int], received: UInt64, digests: [UInt64], isAsReceived: Bool) {
    self.head = head
    self.ids = ids
    self.received = received
    self.digests = digests
    self.isAsReceived = isAsReceived
  }

  /// What a store keeps as the page's body.
  var stored: [UInt8] {
    ([
      "page": head.json, "ids": .array(ids.map { .number($0) }), "received": .string(String(received, radix: 16)),
    ] as JSON).bytes()
  }

  /// Reads ``stored``. `nil` for anything else.
  init?(stored bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let page = json["page"], let head = try? PageBody(page.bytes()),
      let received = json["received"]?.string.flatMap({ UInt64($0, radix: 16) }), let ids = json["ids"]?.array?.map(\.int),
      !ids.contains(where: { ($0 ?? 0) < 1 })
    else { return nil }
    self.init(head: head, ids: ids.compactMap(\.self), received: received, digests: [], isAsReceived: false)
  }

  /// Whether both are the same page, whatever became of its records.
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
  /// The page with the youngest record of each. `self` is the page as a store keeps it, whose body does not count.
  ///
  /// `nil` when a record is missing: it was evicted or purged, and the page with it. A record of which the origin said later that there is
  /// none is left out, and the page is stale from then on.
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
    page = order.with(ids: ids, digests: bodies.map { Digest.of($0) }, isAsReceived: digest == order.received)
    if digest != order.received {
      entityTag = EntityTag.made(from: digest)
      lastModified = nil
    }
  }
}

extension PageOrder {
  fileprivate func content(of records: [[UInt8]]) -> [UInt8] { Self.content(head, records) }

  fileprivate func with(ids: [Int], digests: [UInt64], isAsReceived: Bool) -> PageOrder {
    PageOrder(head: head, ids: ids, received: received, digests: digests, isAsReceived: isAsReceived)
  }
}
