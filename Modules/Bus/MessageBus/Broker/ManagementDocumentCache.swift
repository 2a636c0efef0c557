/// The large documents that the management interface made last, so that a client that requests them in a loop does not keep the broker busy.
struct ManagementDocumentCache {
  typealias Instant = ContinuousClock.Instant

  private struct Document {
    let bytes: [UInt8]
    let madeAt: Instant
  }

  /// Minimum size of a document that is kept, in bytes. Smaller ones are made for each request, so they are always up to date.
  static let minSize = 16 << 10
  static let lifetime = Duration.milliseconds(100)

  private var documents: [String: Document] = [:]

  /// Returns the document of a service, which `make` encodes unless a large one was made less than ``lifetime`` ago.
  mutating func document(of service: String, now: Instant, make: () -> [UInt8]) -> [UInt8] {
    if let known = documents[service] {
      if now < known.madeAt + Self.lifetime { return known.bytes }
      documents[service] = nil
    }
    let bytes = make()
    if bytes.count >= Self.minSize { documents[service] = Document(bytes: bytes, madeAt: now) }
    return bytes
  }
}
