import Contracts
import Databases
import MessageBus

/// Checksums of rows, verified on every read, so that a damaged row causes a fetch and never a wrong answer.
enum RowChecksum {
  /// The version of the row format: the meaning of the columns, the encoding of page orders and the coverage of the checksum. A row of
  /// another version is a miss.
  static let form: Int64 = 2

  /// Returns the checksum of an entry's row: its key and every column except `used`, which only affects the order of eviction.
  static func of(_ entry: CacheEntry, body: [UInt8], key: String, size: Int) -> Int64 {
    let freshness = entry.freshness
    var digest = Digest()
    digest.add(form)
    digest.add(entry.origin?.text, key)
    digest.add(Int64(entry.status))
    digest.add(entry.entityTag, entry.lastModified, entry.location)
    for time in [freshness.validatedAt, freshness.freshUntil, freshness.staleWhileRevalidateUntil, freshness.staleIfErrorUntil] {
      digest.add(time.milliseconds)
    }
    digest.add(entry.lifetimeFields.cacheControl, entry.lifetimeFields.expires)
    digest.add(Int64(size))
    digest.add(Int64(body.count))
    digest.add(body)
    return Int64(bitPattern: digest.value)
  }

  /// Returns the checksum of a lease's row.
  static func of(_ lease: Lease, key: StoreKey, problem: [UInt8]?) -> Int64 {
    var digest = Digest()
    digest.add(key.origin?.text, key.key.description, lease.holder)
    let retryAfter = Int64(lease.failure?.problem.retryAfter ?? -1)
    for number in [lease.since.milliseconds, lease.until.milliseconds, lease.failure?.at.milliseconds ?? -1, retryAfter] {
      digest.add(number)
    }
    digest.add(problem ?? [])
    return Int64(bitPattern: digest.value)
  }

  static func of(fact name: String, _ value: String) -> Int64 {
    var digest = Digest()
    digest.add(name, value)
    return Int64(bitPattern: digest.value)
  }
}

extension Digest {
  fileprivate mutating func add(_ texts: String?...) {
    for text in texts { add(text) }
  }
}
