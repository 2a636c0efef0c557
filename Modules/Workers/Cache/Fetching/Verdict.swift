import Contracts
import MessageBus
import Models
import OrderedJSON

/// What a reply of the fetch service means for the store. Pure.
///
/// | reply | stored before | verdict |
/// |---|---|---|
/// | 200 | – | learnt: the entry, and for a page each of its records |
/// | 200 with `no-store`, `private` or `vary: *` | – | passing: served to those who wait, not stored |
/// | 200 that is not what was asked for | – | failed, 502 |
/// | 304 | an entry | learnt: the stored entry, confirmed anew, and for a page each of its records |
/// | 304 | – | failed, 502 |
/// | 404, 410 | – | learnt: that there is no such thing |
/// | 404, 410 to a page after the first | – | passing: the first page says how many there are |
/// | 421 | – | misdirected: the fetch service asks another origin than the question was for |
/// | any other | – | failed, with the reply's problem |
enum Verdict: Sendable, Hashable {
  case learnt([StoreWrite])
  case passing(CacheEntry)
  case failed(Problem)
  case misdirected(Problem)

  /// A question as it was put.
  struct Asked: Sendable, Hashable {
    var key: CacheKey
    /// What was stored, and so what a 304 confirms.
    var seen: CacheEntry?
    /// When the question was sent.
    var at: WallTime
    /// The origin it was for; `nil` when for any.
    var origin: OriginIdentity?
  }

  init(of reply: Reply, to asked: Asked, lifetimes: Lifetimes) {
    let origin = OriginIdentity(reply.fields) ?? asked.origin
    switch reply.status {
    case 304:
      guard let seen = asked.seen, seen.status == 200 else {
        self = .failed(.unlikely("the fetch service said that \(asked.key.subject) is unchanged, which nobody asked"))
        return
      }
      guard origin == seen.origin else {
        self = .misdirected(.unlikely("the fetch service said of another origin that \(asked.key.subject) is unchanged"))
        return
      }
      var entry = seen
      entry.entityTag = Self.field("etag", of: reply) ?? seen.entityTag
      entry.lastModified = Self.field("last-modified", of: reply) ?? seen.lastModified
      entry.location = Self.field("content-location", of: reply) ?? seen.location
      self.init(entry, reply, asked, lifetimes)
    case 200:
      let entry = CacheEntry(
        body: reply.content, entityTag: Self.field("etag", of: reply), lastModified: Self.field("last-modified", of: reply),
        location: Self.field("content-location", of: reply), origin: origin, freshness: .expired(at: asked.at))
      self.init(entry, reply, asked, lifetimes)
    case 404, 410:
      // The document as this program writes it, whatever the content was.
      let body = (reply.problem ?? Problem(reply.status, "not found")).json.bytes()
      self.init(CacheEntry(status: reply.status, body: body, origin: origin, freshness: .expired(at: asked.at)), reply, asked, lifetimes)
    case 421: self = .misdirected(reply.problem ?? .unlikely("the fetch service asks another origin"))
    default:
      self = .failed(reply.problem ?? .unlikely("the fetch service answered \(asked.key.subject) with status \(reply.status)"))
    }
  }

  private init(_ entry: CacheEntry, _ reply: Reply, _ asked: Asked, _ lifetimes: Lifetimes) {
    var (entry, records) = (entry, [(id: Int, body: [UInt8])]())
    if entry.status == 200 {
      do throws(Problem) { records = try Self.check(&entry, against: asked.key) } catch {
        self = .failed(error)
        return
      }
    }
    let rule = lifetimes.rule(for: asked.key, status: entry.status)
    guard let freshness = Freshness(reply.fields, sent: asked.at, rule: rule), entry.status < 400 || !asked.key.isLaterPage else {
      entry.freshness = .expired(at: asked.at)
      self = .passing(entry)
      return
    }
    entry.freshness = freshness
    let write = StoreWrite(asked.key, entry, validatedAt: asked.at)
    self = .learnt([write] + Self.writes(records, of: entry, reply, asked, lifetimes))
  }

  /// The page's records, each under its own key: who saw the list has seen them. Without tag and address, which are the page's, and with
  /// the lifetime of records: a search is forgotten sooner than what it found.
  private static func writes(
    _ records: [(id: Int, body: [UInt8])], of page: CacheEntry, _ reply: Reply, _ asked: Asked, _ lifetimes: Lifetimes
  ) -> [StoreWrite] {
    guard let kind = page.page?.kind, let first = records.first else { return [] }
    let rule = lifetimes.rule(for: .record(Reference(kind, first.id)), status: 200)
    guard let freshness = Freshness(reply.fields, sent: asked.at, rule: rule) else { return [] }
    return records.map { record in
      StoreWrite(.record(Reference(kind, record.id)), CacheEntry(body: record.body, origin: page.origin, freshness: freshness))
    }
  }

  /// A header field of a reasonable size.
  private static func field(_ name: String, of reply: Reply) -> String? {
    reply.fields[name].flatMap { (1...2_048).contains($0.utf8.count) ? $0 : nil }
  }
}

extension Verdict {
  /// Whether the content of `entry` is what was asked for; a forged or garbled answer is never stored. Returns a page's records, and puts
  /// the page into its own form.
  private static func check(_ entry: inout CacheEntry, against key: CacheKey) throws(Problem) -> [(id: Int, body: [UInt8])] {
    switch key {
    case .record(let reference):
      let json = try? JSON(parsing: entry.body)
      guard json?["kind"]?.string == reference.kind.text, json?["id"]?.int == reference.id else {
        throw .unlikely("expected the record \(reference)")
      }
      return []
    case .kinds:
      let names = (try? JSON(parsing: entry.body))?.array
      guard let names, names.count <= 1_000, names.allSatisfy({ $0.string.flatMap { KindName($0) } != nil }) else {
        throw .unlikely("expected a list of kinds")
      }
      return []
    case .page(let page):
      let body = try PageBody(entry.body)
      guard body.kind == page.kind, body.page == page.number, body.pages >= 1, body.count >= 0 else {
        throw .unlikely("expected \(key.subject)")
      }
      let (order, content, records) = PageOrder.read(body)
      guard !records.isEmpty || body.items.isEmpty else { throw .unlikely("\(key.subject) has no item that is one of \(page.kind)") }
      entry.page = order
      entry.body = content
      return records
    }
  }
}

extension CacheKey {
  fileprivate var isLaterPage: Bool { if case .page(let page) = self { page.number > 1 } else { false } }
}

extension Problem {
  fileprivate static func unlikely(_ detail: String) -> Problem {
    Problem(502, "a worker answered in an unknown form", detail: detail, type: ProblemType.malformed)
  }
}

extension Freshness {
  /// Of an answer that nobody may use again.
  static func expired(at now: WallTime) -> Freshness {
    Freshness(validatedAt: now, freshUntil: now, servedStaleUntil: now, staleIfErrorUntil: now)
  }
}
