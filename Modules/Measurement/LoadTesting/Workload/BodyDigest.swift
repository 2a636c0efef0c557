/// A hash of 64 bits over a body that arrives in parts, with a seed that is random for each process. It does not depend on how the body is cut.
struct BodyDigest: Sendable {
  private var hasher = Hasher()
  private(set) var byteCount = 0

  init() {}

  init(_ body: ArraySlice<UInt8>) { body.withUnsafeBytes { append($0) } }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    hasher.combine(bytes: bytes)
    byteCount += bytes.count
  }

  /// Counts bytes that are not compared.
  mutating func skip(_ count: Int) { byteCount += count }

  var value: Int { hasher.finalize() }
}
