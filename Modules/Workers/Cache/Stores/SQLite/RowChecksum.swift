import Contracts
import MessageBus

/// The version of the form in which entries stand in their rows: what the columns mean, how a page's order is written, what the checksum
/// covers. A row of another version is a miss.
enum RowForm {
  static let current: Int64 = 1
}

/// Checksums of rows: verified whenever a row is read, so that a damaged file costs a fetch and never gives a wrong answer.
enum RowChecksum {
  /// Of an entry's row: its place and every column but `used`, which only says what is evicted first.
  static func of(_ entry: CacheEntry, body: [UInt8], key: String, size: Int) -> Int64 {
    var digest = Digest()
    digest.add(RowForm.current)
    digest.add(entry.origin?.text)
    digest.add(key)
    digest.add(Int64(entry.status))
    digest.add(entry.entityTag)
    digest.add(entry.lastModified)
    digest.add(entry.location)
    digest.add(entry.freshness.validatedAt.milliseconds)
    digest.add(entry.freshness.freshUntil.milliseconds)
    digest.add(entry.freshness.servedStaleUntil.milliseconds)
    digest.add(entry.freshness.staleIfErrorUntil.milliseconds)
    digest.add(Int64(size))
    digest.add(Int64(body.count))
    digest.add(body)
    return Int64(bitPattern: digest.value)
  }

  /// Of a lease's row.
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
