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

  /// Allowed difference of clocks: an entry validated later than that is from the future.
  private static let clockTolerance: Duration = .seconds(60)

  /// Returns the line without a line feed; `nil` if the body is not JSON that is written the same way again.
  static func encode(_ key: CacheKey, _ entry: CacheEntry) -> [UInt8]? {
    let stored = entry.storedBody
    guard let body = try? JSON(parsing: stored), body.bytes() == stored else { return nil }
    var line: [(String, JSON)] = [("key", .string(key.description))]
    if let origin = entry.origin { line.append(("origin", .string(origin.text))) }
    line += entry.members.map { ($0.name, $0.value) }
    return JSON.object(JSON.Object(line + [("body", body)])).bytes()
  }

  /// Decodes a line. Nothing in it is trusted: the body has to be what the key requests, and no time may be in the future that says when
  /// the entry was validated, or it would replace every later one.
  static func decode(_ line: some Sequence<UInt8>, now: WallTime) throws(Rejection) -> StoreWrite {
    guard let json = (try? JSON(parsing: line)), json.object != nil else { throw Rejection("it is not a JSON object") }
    guard let text = json["key"]?.string else { throw Rejection("it has no key") }
    guard let key = CacheKey(parsing: text) else { throw Rejection("the key is not that of a record or a page, such as /people/1") }
    var origin: OriginIdentity?
    if let member = json["origin"] {
      guard let identity = member.string.flatMap({ OriginIdentity($0) }) else { throw Rejection("the origin is not valid") }
      origin = identity
    }
    var entry = try CacheEntry(members: json, body: json["body"]?.bytes() ?? [], origin: origin)
    guard let body = json["body"] else { throw Rejection("it has no body") }
    guard entry.freshness.validatedAt <= now + clockTolerance else { throw Rejection("'validated' is in the future") }
    try check(&entry, of: key, body)
    return StoreWrite(key, entry)
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

/// The fields of an entry as JSON, for lines of files and rows of stores.
extension CacheEntry {
  /// The latest time: the end of the year 9999, in milliseconds.
  private static let latest = 253_402_300_799_999

  /// The members of a line without key, origin and body.
  var members: JSON.Object {
    var members: JSON.Object = ["status": .number(status)]
    let texts = [
      ("etag", entityTag), ("last-modified", lastModified), ("cache-control", cacheControl),
      ("expires", expires), ("location", location),
    ]
    for (name, text) in texts { members[name] = text.map { .string($0) } }
    members["validated"] = .number(freshness.validatedAt.milliseconds)
    members["fresh-until"] = .number(freshness.freshUntil.milliseconds)
    members["stale-until"] = .number(freshness.staleWhileRevalidateUntil.milliseconds)
    members["stale-if-error-until"] = .number(freshness.staleIfErrorUntil.milliseconds)
    return members
  }

  init(members json: JSON, body: [UInt8], origin: OriginIdentity?) throws(EntryLine.Rejection) {
    func text(_ name: String) throws(EntryLine.Rejection) -> String? {
      guard let member = json[name] else { return nil }
      guard let text = member.string, FetchedReply.isValid(text) else { throw .init("'\(name)' is not valid") }
      return text
    }
    func time(_ name: String) throws(EntryLine.Rejection) -> WallTime {
      guard let milliseconds = json[name]?.int, (0...Self.latest).contains(milliseconds) else {
        throw .init("'\(name)' is not a time in milliseconds since 1970")
      }
      return WallTime(milliseconds: Int64(milliseconds))
    }
    guard let status = json["status"]?.int, [200, 404, 410].contains(status) else { throw .init("the status is not 200, 404 or 410") }
    self.init(
      status: status, body: body, entityTag: try text("etag"), lastModified: try text("last-modified"), location: try text("location"),
      origin: origin,
      freshness: Freshness(
        validatedAt: try time("validated"), freshUntil: try time("fresh-until"), staleWhileRevalidateUntil: try time("stale-until"),
        staleIfErrorUntil: try time("stale-if-error-until")),
      cacheControl: try text("cache-control"), expires: try text("expires"))
  }
}
