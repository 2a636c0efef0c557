import Contracts
import MessageBus
import Models
import OrderedJSON

/// An entry as a line of a file (``ExportHeader``). Pure.
enum EntryLine {
  /// Why a line is not an entry that may be stored.
  struct Rejection: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// The latest time in a line: the end of the year 9999, in milliseconds.
  private static let latest: Int64 = 253_402_300_799_999
  /// Allowed difference of clocks: an entry validated later than that is from the future.
  private static let clockTolerance: Duration = .seconds(60)
  /// Maximum length of a tag, a date or an address, in bytes.
  private static let maxFieldLength = 2_048

  /// Returns the line without a line feed; `nil` if the body is not JSON that is written the same way again.
  static func encode(_ key: CacheKey, _ entry: CacheEntry) -> [UInt8]? {
    let stored = entry.storedBody
    guard let body = try? JSON(parsing: stored), body.bytes() == stored else { return nil }
    let freshness = entry.freshness
    var line: JSON.Object = ["key": .string(key.description)]
    line["origin"] = entry.origin.map { .string($0.text) }
    line["status"] = .number(entry.status)
    line["etag"] = entry.entityTag.map { .string($0) }
    line["last-modified"] = entry.lastModified.map { .string($0) }
    line["cache-control"] = entry.lifetimeFields.cacheControl.map { .string($0) }
    line["expires"] = entry.lifetimeFields.expires.map { .string($0) }
    line["location"] = entry.location.map { .string($0) }
    line["validated"] = .number(freshness.validatedAt.milliseconds)
    line["fresh-until"] = .number(freshness.freshUntil.milliseconds)
    line["stale-until"] = .number(freshness.staleWhileRevalidateUntil.milliseconds)
    line["stale-if-error-until"] = .number(freshness.staleIfErrorUntil.milliseconds)
    line["body"] = body
    return JSON.object(line).bytes()
  }

  /// Decodes a line. Nothing in it is trusted: the body has to be what the key requests, and no time may be in the future that says when
  /// the entry was validated, or it would replace every later one.
  static func decode(_ line: some Sequence<UInt8>, now: WallTime) throws(Rejection) -> StoreWrite {
    guard let json = (try? JSON(parsing: line)), json.object != nil else { throw Rejection("it is not a JSON object") }
    guard let text = json["key"]?.string else { throw Rejection("it has no key") }
    guard let key = CacheKey(parsing: text) else { throw Rejection("the key is not that of a record or a page, such as /people/1") }
    guard let status = json["status"]?.int, [200, 404, 410].contains(status) else { throw Rejection("the status is not 200, 404 or 410") }
    var origin: OriginIdentity?
    if let member = json["origin"] {
      guard let identity = member.string.flatMap({ OriginIdentity($0) }) else { throw Rejection("the origin is not valid") }
      origin = identity
    }
    guard let body = json["body"] else { throw Rejection("it has no body") }
    var entry = CacheEntry(
      status: status, body: body.bytes(), entityTag: try field("etag", of: json), lastModified: try field("last-modified", of: json),
      location: try field("location", of: json), origin: origin, freshness: try freshness(of: json, now: now),
      lifetimeFields: try lifetimeFields(of: json))
    try check(&entry, of: key, body)
    return StoreWrite(key, entry)
  }

  private static func field(_ name: String, of json: JSON) throws(Rejection) -> String? {
    guard let member = json[name] else { return nil }
    // What a field of a message may contain (RFC 9110 section 5.5): no control characters.
    guard let text = member.string, (1...maxFieldLength).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw Rejection("'\(name)' is not valid") }
    return text
  }

  private static func lifetimeFields(of json: JSON) throws(Rejection) -> LifetimeFields {
    var fields = Fields()
    // A field without a directive that matters is empty.
    fields["cache-control"] = json["cache-control"] == "" ? "" : try field("cache-control", of: json)
    fields["expires"] = try field("expires", of: json)
    return LifetimeFields(fields)
  }

  private static func freshness(of json: JSON, now: WallTime) throws(Rejection) -> Freshness {
    func time(_ name: String) throws(Rejection) -> WallTime {
      guard let milliseconds = json[name]?.int, (0...latest).contains(Int64(milliseconds)) else {
        throw Rejection("'\(name)' is not a time in milliseconds since 1970")
      }
      return WallTime(milliseconds: Int64(milliseconds))
    }
    let freshness = Freshness(
      validatedAt: try time("validated"), freshUntil: try time("fresh-until"), staleWhileRevalidateUntil: try time("stale-until"),
      staleIfErrorUntil: try time("stale-if-error-until"))
    guard freshness.validatedAt <= now + clockTolerance else { throw Rejection("'validated' is in the future") }
    return freshness
  }

  private static func check(_ entry: inout CacheEntry, of key: CacheKey, _ body: JSON) throws(Rejection) {
    guard entry.status == 200 else {
      guard let problem = Problem(body), problem.status == entry.status else { throw Rejection("the body is not a problem of its status") }
      entry.body = problem.json.bytes()
      return
    }
    if case .page(let page) = key {
      guard let order = PageOrder(encoded: entry.body), order.kind == page.kind, order.head.page == page.number, order.head.items.isEmpty,
        Set(order.ids).count == order.ids.count
      else { throw Rejection("the body is not \(key.subject)") }
      (entry.page, entry.body) = (order, [])
    } else {
      do { _ = try FetchedReply.validate(&entry, against: key) } catch { throw Rejection("the body is not \(key.subject)") }
    }
  }
}
