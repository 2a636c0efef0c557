import TextCoding

/// The keys of entries by the bytes of the request heads that asked for them, so that a head is decoded only once.
struct HeadTable {
  private struct Entry {
    let head: [UInt8]
    let key: CacheKey
  }

  /// Entries by the hash of their heads. Cleared when full, so that heads that are not repeated do not accumulate.
  private var entries: [Int: Entry] = [:]
  static let capacity = 4_096
  /// Longer heads are not kept.
  static let maxHeadLength = 256

  var count: Int { entries.count }

  subscript(head: UnsafeRawBufferPointer) -> CacheKey? {
    guard head.count <= Self.maxHeadLength, let entry = entries[Self.hash(head)] else { return nil }
    return entry.head.withUnsafeBytes { $0.hasEqualBytes(as: head) } ? entry.key : nil
  }

  mutating func insert(_ key: CacheKey, for head: UnsafeRawBufferPointer) {
    guard head.count <= Self.maxHeadLength else { return }
    if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    entries[Self.hash(head)] = Entry(head: Array(head), key: key)
  }

  private static func hash(_ head: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: head)
    return hasher.finalize()
  }
}
