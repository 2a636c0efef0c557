public import Contracts
import Databases
import MessageBus
public import Models
import OrderedJSON

/// A page of a list without its records, which are stored in entries of their own: reading the page returns the newest version of each, so a list
/// never shows an older version of a record than a request for the record does.
public struct PageOrder: Sendable, Hashable {
  /// The page without its items.
  public let head: PageBody
  /// The IDs of the records, in order and without duplicates.
  public let ids: [Int]
  /// ``Digest`` of the page's content as received, and of the entry's body, to detect changed records. 0 for a page in a store.
  let receivedDigest, digest: UInt64
  /// The records, in order, as slices of the entry's body. Empty in a store.
  let items: [PageRecord]

  /// Whether the entry's body is the one that the origin sent with the page's tag.
  var isUnmodified: Bool { digest == receivedDigest }
  public var kind: KindName { head.kind }
  /// The number of pages of the list.
  public var pages: Int { head.pages }
  public var references: [Reference] { ids.map { Reference(head.kind, $0) } }
  var size: Int { ids.count * 32 + 64 }

  /// Splits a page into its order and its records, and returns its content in canonical form. Skips duplicates and items that are not
  /// records of the page's kind, so that a malformed record does not fail its page.
  static func parse(_ body: PageBody) -> (order: PageOrder, content: [UInt8], records: [PageRecord]) {
    var seen: Set<Int> = []
    var records: [PageRecord] = []
    for item in body.items {
      guard item["kind"]?.string == body.kind.text, let id = item["id"]?.int, id > 0, seen.insert(id).inserted else { continue }
      records.append(PageRecord(id, item.bytes()[...]))
    }
    var head = body
    head.items = []
    let (order, content) = assemble(head, records)
    return (order, content, records)
  }

  /// Returns the order and the content of a page of `records`. `head` is the page without items; `received` the digest of the page as received,
  /// if this is not it.
  static func assemble(_ head: PageBody, _ records: [PageRecord], received: UInt64? = nil) -> (order: PageOrder, content: [UInt8]) {
    let (content, ranges) = head.content(of: records.map(\.body))
    let digest = Digest.of(content)
    let order = PageOrder(
      head: head, ids: records.map(\.id), receivedDigest: received ?? digest, digest: digest,
      items: zip(records, ranges).map { PageRecord($0.id, content[$1], digest: $0.digest) })
    return (order, content)
  }

  /// The encoded order, which a store keeps as the body of the page.
  var encoded: [UInt8] {
    ([
      "page": head.json, "ids": .array(ids.map { .number($0) }), "received": .string(String(receivedDigest, radix: 16)),
    ] as JSON).bytes()
  }

  /// Returns whether both pages have the same members and record IDs, regardless of the contents of the records.
  func isSamePage(as other: PageOrder) -> Bool { head == other.head && ids == other.ids }
}

extension PageOrder {
  /// Decodes ``encoded``. Returns `nil` for anything else.
  init?(encoded bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let head = json["page"].flatMap({ PageBody($0) }),
      let receivedDigest = json["received"]?.string.flatMap({ UInt64($0, radix: 16) }), let ids = json["ids"]?.array?.map(\.int),
      !ids.contains(where: { ($0 ?? 0) < 1 })
    else { return nil }
    self.init(head: head, ids: ids.compactMap(\.self), receivedDigest: receivedDigest, digest: 0, items: [])
  }
}

/// A record on a page, as the bytes of its canonical form.
struct PageRecord: Sendable, Hashable {
  let id: Int
  let body: ArraySlice<UInt8>
  let digest: UInt64

  init(_ id: Int, _ body: ArraySlice<UInt8>, digest: UInt64? = nil) {
    self.id = id
    self.body = body
    self.digest = digest ?? Digest.of(body)
  }
}

extension CacheEntry {
  /// A digest of the length of the list and of the records of the page. Takes constant time for each record.
  var pageDigest: UInt64 {
    guard let page else { return Digest.of(body) }
    var digest = Digest()
    digest.add(Int64(page.pages))
    for item in page.items {
      digest.add(Int64(item.id))
      digest.add(Int64(bitPattern: item.digest))
    }
    return digest.value
  }

  /// Returns the page, as stored, with the newest version of each record; `nil` if a record is missing because it was evicted or purged. A record
  /// that the origin no longer has is left out, and the page is stale from the time that this became known.
  func composed(from records: [Int: CacheEntry]) -> CacheEntry? {
    guard let order = page else { return self }
    var present: [PageRecord] = []
    var entry = self
    for id in order.ids {
      guard let record = records[id] else { return nil }
      if record.status == 200 {
        present.append(PageRecord(id, record.body[...]))
      } else {
        entry.freshness = entry.freshness.stale(from: record.freshness.validatedAt)
      }
    }
    let (newOrder, content) = PageOrder.assemble(order.head, present, received: order.receivedDigest)
    entry.body = content
    entry.page = newOrder
    if !newOrder.isUnmodified {
      entry.entityTag = EntityTag.strong(from: newOrder.digest)
      entry.lastModified = nil
    }
    return entry
  }
}
