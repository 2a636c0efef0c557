/// The client address in REQUEST, which the worker returns unchanged in its replies (RFC 18). The address identifies the delivery as
/// well as the client, so that each reply can be matched to its delivery. On the wire: three big-endian numbers of eight bytes each.
///
/// A request that is reassigned gets a new address, so that a late reply of the first worker is not mistaken for the second worker's.
struct ClientAddress: Hashable {
  /// Identifies the run of the broker, so that late replies to an earlier run are recognised.
  let run: UInt64
  /// Number of the client; the same for all its requests as long as at least one is outstanding.
  let client: UInt64
  /// Number of the delivery; unique within a run.
  let delivery: UInt64

  init(run: UInt64, client: UInt64, delivery: UInt64) {
    self.run = run
    self.client = client
    self.delivery = delivery
  }

  /// Parses an address; `nil` if `frame` does not have 24 bytes.
  init?(_ frame: UnsafeRawBufferPointer) {
    guard frame.count == 24 else { return nil }
    run = UInt64(bigEndian: frame.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    client = UInt64(bigEndian: frame.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    delivery = UInt64(bigEndian: frame.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (run.bigEndian, client.bigEndian, delivery.bigEndian), body)
  }
}
