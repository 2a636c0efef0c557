/// What the broker gives a worker in place of the client's address: it names the delivery as well as the client, so every reply says which
/// one it answers. RFC 18 has the worker return it untouched. Three numbers of eight bytes each, the highest byte first.
///
/// A request that is handed to another worker gets a new address: what the first one still sends cannot be taken for the second one's answer.
struct ClientAddress: Hashable {
  /// Differs between runs of a broker, so that a late reply to an earlier run is recognised.
  let run: UInt64
  /// The same for all requests that a client has outstanding at the same time.
  let client: UInt64
  /// Counts upwards in each run; never given twice.
  let delivery: UInt64

  init(run: UInt64, client: UInt64, delivery: UInt64) {
    self.run = run
    self.client = client
    self.delivery = delivery
  }

  /// `nil` when it is not 24 bytes long.
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
