/// What the broker gives a worker in place of the client's address: it names the request, so every reply says which request it
/// answers. RFC 18 has the worker return it untouched. Sixteen bytes: the broker's run, then the request's number.
struct ClientAddress: Hashable {
  /// Differs between runs of a broker, so that a late reply to an earlier run is recognised.
  let run: UInt64
  let number: UInt64

  init(run: UInt64, number: UInt64) {
    self.run = run
    self.number = number
  }

  /// `nil` when it is not sixteen bytes long.
  init?(_ frame: UnsafeRawBufferPointer) {
    guard frame.count == 16 else { return nil }
    run = UInt64(bigEndian: frame.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    number = UInt64(bigEndian: frame.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (run.bigEndian, number.bigEndian), body)
  }
}
