import Contracts
import Databases
import MessageBus

/// The version of the row format: the meaning of the columns, the encoding of page orders and the coverage of the checksum. A row of
/// a version that this program does not know is a miss.
enum RowFormat {
  /// Rows of version 1 have neither `control` nor `expires`.
  static let known: ClosedRange<Int64> = 1...2
  static let current: Int64 = 2
}

/// Checksums of rows, verified on every read, so that a damaged row causes a fetch and never a wrong answer.
enum RowChecksum {
  /// Returns the checksum of an entry's row: its key and every column except `used`, which only affects the order of eviction.
  static func of(_ entry: CacheEntry, body: [UInt8], key: String, size: Int, form: Int64 = RowFormat.current) -> Int64 {
    var digest = Digest()
    digest.add(form)
    digest.add(entry.origin?.text)
    digest.add(key)
    digest.add(Int64(entry.status))
    digest.add(entry.entityTag)
    digest.add(entry.lastModified)
    digest.add(entry.location)
    digest.add(entry.freshness.validatedAt.milliseconds)
    digest.add(entry.freshness.freshUntil.milliseconds)
    digest.add(entry.freshness.staleWhileRevalidateUntil.milliseconds)
    digest.add(entry.freshness.staleIfErrorUntil.milliseconds)
    if form > 1 {
      digest.add(entry.lifetimeFields.cacheControl)
      digest.add(entry.lifetimeFields.expires)
    }
    digest.add(Int64(size))
    digest.add(Int64(body.count))
    digest.add(body)
    return Int64(bitPattern: digest.value)
  }

  /// Returns the checksum of a lease's row.
  static func of(_ lease: Lease, key: StoreKey, problem: [UInt8]?) -> Int64 {
    var digest = Digest()
    digest.add(key.origin?.text)
    digest.add(key.key.description)
    digest.add(lease.holder)
    digest.add(lease.since.milliseconds)
    digest.add(lease.until.milliseconds)
    digest.add(lease.failure?.at.milliseconds ?? -1)
    digest.add(Int64(lease.failure?.problem.retryAfter ?? -1))
    digest.add(problem ?? [])
    return Int64(bitPattern: digest.value)
  }

  static func of(fact name: String, _ value: String) -> Int64 {
    var digest = Digest()
    digest.add(name)
    digest.add(value)
    return Int64(bitPattern: digest.value)
  }
}
