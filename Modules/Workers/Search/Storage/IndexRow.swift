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

  static func checksum(_ origin: String, _ kind: String, _ number: Int, _ body: some Sequence<UInt8>) -> Int64 {
    var sum = RowChecksum()
    sum.add(origin)
    sum.add(kind)
    sum.add(number)
    sum.add(body)
    return sum.value
  }
}
