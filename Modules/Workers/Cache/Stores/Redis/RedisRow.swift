import Contracts
import Databases
import MessageBus
import Models
import OrderedJSON
import Redis

/// The value of an entry's key: a checksum, the fence of the lease under which it was written, a stamp of its freshness and the generation, then
/// the fields as JSON, in a line; after it the body, for a page the order of its records. The scripts read only what precedes the JSON.
///
/// A value whose checksum is wrong, that belongs to another key, or whose generation has ended counts as missing.
struct RedisRow: Sendable {
  let key: StoreKey
  /// A page has no body.
  let entry: CacheEntry
  /// 0 if the entry was written without a lease: with its page, or by an import.
  let fence: Int64
  let generation: String

  init(_ key: StoreKey, _ entry: CacheEntry, fence: Int64, generation: String) {
    (self.key, self.entry, self.fence, self.generation) = (key, entry, fence, generation)
  }

  /// The key of the entry in Redis. Its hash tag is the text in braces, so that the lease is in the same slot.
  static func name(of key: StoreKey) -> String { "\(entryPrefix){\(tag(of: key))}" }
  static func leaseName(of key: StoreKey) -> String { "holocron:lease:{\(tag(of: key))}" }
  static let entryPrefix = "holocron:entry:"

  private static func tag(_ target: String, _ origin: String) -> String { "\(target) \(origin)" }
  private static func tag(of key: StoreKey) -> String { tag(key.key.description, key.origin?.text ?? "") }

  /// Returns the pattern (`KEYS`, `SCAN`) of the entries in scope, of every origin.
  static func pattern(_ scope: PurgeRequest.Scope) -> String {
    switch scope {
    case .everything: "\(entryPrefix)*"
    case .kind(let kind): "\(entryPrefix){/\(kind)[/? ]*"
    case .record(let reference): "\(entryPrefix){\(tag(CacheKey.record(reference).description, "*"))"
    }
  }

  /// What distinguishes a value from every other of its key: the checksum.
  static func version(of value: [UInt8]) -> [UInt8] { Array(value.prefix(16)) }

  /// A text that differs if any of the times does.
  static func stamp(_ freshness: Freshness) -> String {
    var digest = Digest()
    let times = [
      freshness.validatedAt, freshness.freshUntil, freshness.staleWhileRevalidateUntil, freshness.staleIfErrorUntil,
    ]
    for time in times { digest.add(time.milliseconds) }
    return String(digest.value, radix: 16)
  }

  var value: [UInt8] {
    var fields: JSON.Object = ["key": .string(key.key.description), "origin": .string(key.origin?.text ?? "")]
    for member in entry.members { fields[member.name] = member.value }
    let head = "\(fence) \(Self.stamp(entry.freshness)) \(generation) \(JSON.object(fields).text())\n"
    let content = Array(head.utf8) + entry.storedBody
    return Self.checksum(content[...]) + [0x20] + content
  }

  /// The time that the server keeps the value: as long as it may be served. At least a minute, so that workers that wait for an entry without
  /// a lifetime find it.
  func lifetime(at now: WallTime) -> Int64 {
    let end = max(entry.freshness.freshUntil, entry.freshness.staleWhileRevalidateUntil, entry.freshness.staleIfErrorUntil)
    return min(max(end.milliseconds - now.milliseconds, 60_000), 10 * 365 * 86_400_000)
  }

  /// Decodes a ``value``; `nil` for anything else.
  init?(_ value: [UInt8]) {
    guard value.count > 17, value[16] == 0x20, case let content = value[17...], Self.version(of: value) == Self.checksum(content),
      let end = content.firstIndex(of: 0x0A)
    else { return nil }
    let words = content[..<end].split(separator: 0x20, maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let fence = Int64(String(decoding: words[0], as: UTF8.self)), let fields = try? JSON(parsing: words[3]),
      let key = fields["key"]?.string.flatMap({ CacheKey(parsing: $0) }), let origin = fields["origin"]?.string
    else { return nil }
    let identity = OriginIdentity(origin)
    let body = Array(content[(end + 1)...])
    guard identity != nil || origin.isEmpty, var entry = try? CacheEntry(members: fields, body: body, origin: identity) else { return nil }
    if case .page = key, entry.status == 200 {
      guard let order = PageOrder(encoded: body) else { return nil }
      (entry.page, entry.body) = (order, [])
    }
    self.init(
      StoreKey(key, of: identity), entry, fence: fence, generation: String(decoding: words[2], as: UTF8.self))
  }

  /// 16 hexadecimal digits.
  private static func checksum(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var digest = Digest()
    digest.add(Int64(content.count))
    digest.add(content)
    let digits = String(digest.value, radix: 16)
    return Array(String(repeating: "0", count: 16 - digits.utf8.count).utf8) + Array(digits.utf8)
  }
}

/// The generations of entries: random texts, one for all entries and one for each kind. A purge replaces one of them, and entries written with
/// another count as missing from then on, whichever node has them. Texts are never used again, so that one lost in a failover revives nothing.
struct RedisGenerations: Sendable, Hashable {
  static let name = "holocron:generations"
  /// The field for all entries. No kind has this name.
  static let everything = "*"

  private var fields: [String: String] = [:]

  /// - Parameter reply: names and values in turn, as `HGETALL` replies.
  init(_ reply: RedisValue) {
    let values = (reply.array ?? []).map(\.text)
    for index in stride(from: 0, to: values.count - 1, by: 2) {
      if let name = values[index], let value = values[index + 1] { fields[name] = value }
    }
  }

  var isEmpty: Bool { fields[Self.everything] == nil }

  static func newText() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// Returns the generation that entries of `kind` are written with.
  func text(of kind: KindName?) -> String {
    "\(fields[Self.everything] ?? "").\(kind.flatMap { fields[$0.text] } ?? "")"
  }
}
