import Dialects
import NIOCore
import OrderedJSON
import Synchronization

/// The documents of a server for one base URL. Documents that do not depend on the request are encoded on first use and kept.
final class DocumentCache: Sendable {
  struct Document: Sendable {
    let body: ByteBuffer
    let entityTag: String

    init(_ json: JSON, _ translation: (([UInt8]) -> [UInt8])? = nil) {
      let bytes = translation?(json.bytes()) ?? json.bytes()
      body = ByteBuffer(bytes: bytes)
      entityTag = EntityTag.strong(bytes)
    }
  }

  private let base: String
  private let cached = Mutex<[WireDocument: Document]>([:])

  init(base: String) { self.base = base }

  /// Returns the document that `write` writes, or the one kept for `key`. The keys are documents of the catalogue, so there are only as many.
  func document(_ key: WireDocument?, _ translation: (([UInt8]) -> [UInt8])?, _ write: (_ base: String) -> JSON) -> Document {
    if let key, let document = cached.withLock({ $0[key] }) { return document }
    let document = Document(write(base), translation)
    if let key { cached.withLock { $0[key] = document } }
    return document
  }
}
