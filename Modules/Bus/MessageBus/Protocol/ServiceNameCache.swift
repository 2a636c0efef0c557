import Text

/// Converts service frames to strings; for a known service, this costs a table lookup instead of a new string.
struct ServiceNameCache {
  private struct Entry {
    let bytes: [UInt8]
    let name: String
  }

  /// Entries by the hash of their bytes. Cleared when full, so that invented names do not accumulate.
  private var entries: [Int: Entry] = [:]
  private var latest: Entry?
  static let capacity = 1_024

  var count: Int { entries.count }

  /// Returns the service name in `frame`. Throws if the frame is not 1 to 255 bytes of UTF-8.
  mutating func name(_ frame: UnsafeRawBufferPointer) throws(BrokerMessage.ParseError) -> String {
    if let latest, Self.matches(latest, frame) { return latest.name }
    guard (1...255).contains(frame.count) else { throw Self.invalid }
    var hasher = Hasher()
    hasher.combine(bytes: frame)
    let key = hasher.finalize()
    if let match = entries[key], Self.matches(match, frame) {
      latest = match
      return match.name
    }
    guard let name = String(validating: frame, as: UTF8.self) else { throw Self.invalid }
    if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    let new = Entry(bytes: Array(frame), name: name)
    entries[key] = new
    latest = new
    return name
  }

  private static var invalid: BrokerMessage.ParseError { BrokerMessage.ParseError(reason: "service name is not 1 to 255 bytes of UTF-8") }

  private static func matches(_ entry: Entry, _ frame: UnsafeRawBufferPointer) -> Bool {
    entry.bytes.withUnsafeBytes { $0.hasEqualBytes(as: frame) }
  }
}
