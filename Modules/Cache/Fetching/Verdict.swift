import Contracts
import MessageBus
import Models
import OrderedJSON

/// What a reply of the fetch service means for the store. Pure.
///
/// | reply | stored before | verdict |
/// |---|---|---|
/// | 200 | – | learnt: the entry, and for a page each of its records |
/// | 200 with `no-store` or `private` | – | passing: served to those who wait, not stored |
/// | 200, no page though one was asked for | – | failed, 502 |
/// | 304 | an entry | learnt: the stored entry, vouched for anew, and for a page each of its records |
/// | 304 | – | failed, 502 |
/// | 404, 410 | – | learnt: that there is no such thing |
/// | 404, 410 to a page after the first | – | passing: the first page says how many there are |
/// | any other | – | failed, with the reply's problem |
enum Verdict: Sendable, Hashable {
  case learnt([Deposit])
  case passing(CacheEntry)
  case failed(Problem)

  init(of reply: Reply, to key: CacheKey, seen: CacheEntry?, at now: WallTime, lifetimes: Lifetimes) {
    switch reply.status {
    case 304:
      guard let seen else {
        self = .failed(
          Problem(
            502, "a worker answered in an unknown form",
            detail: "the fetch service said that \(key.subject) is unchanged, which nobody asked",
            type: Problem.Kind.malformed))
        return
      }
      self.init(entry: seen, reply, to: key, at: now, rule: lifetimes.rule(for: key, status: seen.status))
    case 200, 404, 410:
      let entry = CacheEntry(
        status: reply.status, body: reply.content, entityTag: reply.fields["etag"], location: reply.fields["content-location"],
        freshness: .expired(at: now))
      self.init(entry: entry, reply, to: key, at: now, rule: lifetimes.rule(for: key, status: reply.status))
    default:
      self = .failed(
        reply.problem
          ?? Problem(
            502, "a worker answered in an unknown form", detail: "the fetch service answered \(key.subject) with status \(reply.status)",
            type: Problem.Kind.malformed))
    }
  }

  private init(entry: CacheEntry, _ reply: Reply, to key: CacheKey, at now: WallTime, rule: Lifetime) {
    var entry = entry
    guard let freshness = Freshness(reply.fields, arrived: now, rule: rule), entry.status < 400 || !key.isLaterPage else {
      entry.freshness = .expired(at: now)
      self = .passing(entry)
      return
    }
    entry.freshness = freshness
    var deposits = [Deposit(key, entry)]
    if case .page(let page) = key, entry.status == 200 {
      do throws(Problem) {
        deposits += try Self.records(of: PageBody(entry.body), kind: page.kind, freshness: freshness)
      } catch {
        self = .failed(error)
        return
      }
    }
    self = .learnt(deposits)
  }

  /// The page's records, each under its own key: who saw the list has seen them. Without tag and address, which are the page's.
  private static func records(of page: PageBody, kind: KindName, freshness: Freshness) throws(Problem) -> [Deposit] {
    var deposits: [Deposit] = []
    for item in page.items {
      guard let name = item["kind"]?.string, name == kind.text, let id = item["id"]?.int, id > 0 else {
        throw Problem(
          502, "a worker answered in an unknown form", detail: "a page of \(kind) has an item that is no record of it",
          type: Problem.Kind.malformed)
      }
      deposits.append(Deposit(.record(Reference(kind, id)), CacheEntry(body: item.bytes(), freshness: freshness)))
    }
    return deposits
  }
}

extension CacheKey {
  fileprivate var isLaterPage: Bool { if case .page(let page) = self { page.number > 1 } else { false } }
}

extension Freshness {
  /// Of an answer that nobody may use again.
  static func expired(at now: WallTime) -> Freshness {
    Freshness(vouched: now, freshUntil: now, servedStaleUntil: now, keptForErrorsUntil: now)
  }
}
