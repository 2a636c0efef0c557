import Glibc

/// Turns service frames into strings; a service seen before costs a look into a table, not a new string.
struct ServiceNames {
  private struct Known {
    let bytes: [UInt8]
    let name: String
  }

  /// By the hash of their bytes. Emptied when it is full: whoever invents names gains nothing, and the usual ones are back with their next message.
  private var known: [Int: Known] = [:]
  private var latest: Known?
  static let mostKnown = 1_024

  var count: Int { known.count }

  /// Throws where the frame is not a name: 1 to 255 bytes of UTF-8.
  mutating func name(_ frame: UnsafeRawBufferPointer) throws(BrokerMessage.Invalid) -> String {
    if let latest, Self.matches(latest, frame) { return latest.name }
    guard (1...255).contains(frame.count) else { throw Self.invalid }
    var hasher = Hasher()
    hasher.combine(bytes: frame)
    let key = hasher.finalize()
    if let match = known[key], Self.matches(match, frame) {
      latest = match
      return match.name
    }
    guard let name = String(validating: frame, as: UTF8.self) else { throw Self.invalid }
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    let new = Known(bytes: Array(frame), name: name)
    known[key] = new
    latest = new
    return name
  }

  private static var invalid: BrokerMessage.Invalid { BrokerMessage.Invalid(reason: "a service name that is not 1 to 255 bytes of UTF-8") }

  private static func matches(_ known: Known, _ frame: UnsafeRawBufferPointer) -> Bool {
    known.bytes.withUnsafeBytes { bytes in
      guard bytes.count == frame.count, let left = bytes.baseAddress, let right = frame.baseAddress else { return false }
      return memcmp(left, right, frame.count) == 0
    }
  }
}
