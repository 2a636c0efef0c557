import Databases
import Models
import OrderedJSON

/// A record as stored in the index file.
struct IndexRow: Sendable, Hashable {
  let reference: Reference
  /// Canonical JSON.
  let body: [UInt8]

  init(_ record: Record) {
    reference = record.reference
    body = record.canonical.bytes()
  }

  func checksum(origin: String) -> Int64 { Self.checksum(origin, reference.kind.text, reference.id, body) }

  static func checksum(_ origin: String, _ kind: String, _ number: Int, _ body: [UInt8]) -> Int64 {
    var digest = Digest()
    for text in [origin, kind] {
      digest.add([UInt8](text.utf8))
      // A terminator, so that `ab`, `c` differs from `a`, `bc`.
      digest.add([0xFF] as [UInt8])
    }
    digest.add(Int64(number))
    digest.add(body)
    return Int64(bitPattern: digest.value)
  }
}
