import Catalogue
import Dialects
import NIOCore
import OrderedJSON
import Synchronization

/// Responds to requests as a server of a dialect does. The dialect decides what a path and a query mean. Performs no I/O.
final class SWAPIResponder: Sendable {
  /// Maximum number of document caches. There is one cache per base URL, and clients choose the base URL through Host: without a limit, a
  /// client that varies Host could exhaust memory.
  private static let maxCaches = 4

  private let dialect: any ServingDialect
  private let records: CatalogueRecords
  private let caches = Mutex<[(root: String, documents: DocumentCache)]>([])

  init(catalogue: Catalogue, pageSize: Int, dialect: any ServingDialect) {
    self.dialect = dialect
    records = CatalogueRecords(catalogue, pageSize: pageSize)
  }

  /// - Parameter localAuthority: host and port the server listens on, for clients that send no Host.
  func respond(to request: SWAPIRequest, localAuthority: String) -> SWAPIResponse {
    guard let root = BaseURL.root(host: request.host, forwardedScheme: request.forwardedScheme, localAuthority: localAuthority) else {
      return response(.webPage(400, "Bad Request"), "", nil)
    }
    let served = ServedRequest(method: request.method, target: request.target, accept: request.accept, time: request.time)
    return response(dialect.answer(served, from: records), root, request.ifNoneMatch)
  }

  private func response(_ answer: ServedAnswer, _ root: String, _ ifNoneMatch: String?) -> SWAPIResponse {
    var response = SWAPIResponse(status: answer.status, contentType: answer.contentType)
    response.location = answer.location.map { root + $0 }
    response.fields = answer.fields
    switch answer.body {
    case .empty: break
    case .text(let text): response.body = ByteBuffer(string: text)
    case .json(let json): response.body = DocumentCache.Document(json, answer.translation).body
    case .document(let key, let write):
      let document = documents(root).document(answer.translation == nil ? key : nil, answer.translation, write)
      response.body = document.body
      Self.tag(&response, document.entityTag, answer.entityTag, ifNoneMatch)
    }
    return response
  }

  /// Adds the entity tag, and turns the response into a 304 if the client has the document.
  private static func tag(_ response: inout SWAPIResponse, _ tag: String, _ tagging: ServedAnswer.EntityTagging, _ ifNoneMatch: String?) {
    guard tagging != .none else { return }
    response.entityTag = tagging == .weak ? "W/\(tag)" : tag
    guard let ifNoneMatch, EntityTag.list(ifNoneMatch, matches: tag) else { return }
    response.status = 304
    response.body = ByteBuffer()
  }

  private func documents(_ root: String) -> DocumentCache {
    caches.withLock { caches in
      if let cached = caches.first(where: { $0.root == root }) { return cached.documents }
      if caches.count == Self.maxCaches { caches.removeFirst() }
      let documents = DocumentCache(base: root + ServedRequest.apiPath)
      caches.append((root, documents))
      return documents
    }
  }
}
