import Catalogue
import Dialects
import Models
import NIOCore
import OrderedJSON
import Synchronization

/// Responds to requests as the original SWAPI server does. Performs no I/O.
final class SWAPIResponder: Sendable {
  static let methods = ["GET", "HEAD", "OPTIONS"]
  /// Maximum number of document caches. There is one cache per base URL, and clients choose the base URL through Host: without a limit, a
  /// client that varies Host could exhaust memory.
  private static let maxCaches = 4

  private let catalogue: Catalogue
  private let kinds: Set<KindName>
  private let pageSize: Int
  private let caches = Mutex<[(root: String, documents: DocumentCache)]>([])

  init(catalogue: Catalogue, pageSize: Int) {
    self.catalogue = catalogue
    kinds = Set(catalogue.kinds)
    self.pageSize = pageSize
  }

  /// - Parameter localAuthority: host and port the server listens on, for clients that send no Host.
  func respond(to request: SWAPIRequest, localAuthority: String) -> SWAPIResponse {
    guard let root = BaseURL.root(host: request.host, forwardedScheme: request.forwardedScheme, localAuthority: localAuthority) else {
      return .page(400, "Bad Request")
    }
    let halves = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves.first.map(String.init) ?? "/"
    let route = Route(path: path, kinds: kinds)
    switch route {
    case .unknown: return .page(404, "Not Found")
    case .home: return .redirect(302, to: root + "/api/")
    case .missingSlash: return .redirect(301, to: root + path + "/" + (halves.count == 2 ? "?\(halves[1])" : ""))
    default: break
    }
    let items = halves.count == 2 ? QueryItems.parse(halves[1]) : []
    if let error = Self.error(for: request, format: items.last { $0.name == "format" }?.value) { return error }
    if request.method == "OPTIONS" { return Self.options(route) }
    return response(route, items: items, from: documents(root), ifNoneMatch: request.ifNoneMatch)
  }

  /// Negotiates the content type first, then checks the method, as the original server does.
  private static func error(for request: SWAPIRequest, format: String?) -> SWAPIResponse? {
    switch format {
    case nil:
      if !ContentNegotiation.acceptsJSON(request.accept) { return .detail(406, "Could not satisfy the request's Accept header") }
    case "json": break
    default: return .notFound
    }
    return methods.contains(request.method) ? nil : .detail(405, "Method '\(request.method)' not allowed.")
  }

  private func response(
    _ route: Route, items: [(name: String, value: String)], from documents: DocumentCache, ifNoneMatch: String?
  ) -> SWAPIResponse {
    guard let document = document(route, items: items, from: documents) else { return .notFound }
    // Only a single strong tag matches, and a 304 carries no tag, as on the original server.
    if ifNoneMatch == document.entityTag { return SWAPIResponse(status: 304) }
    return SWAPIResponse(status: 200, body: document.body, entityTag: document.entityTag)
  }

  private func document(
    _ route: Route, items: [(name: String, value: String)], from documents: DocumentCache
  ) -> DocumentCache.Document? {
    switch route {
    case .root: return documents.document(.root)
    case .schema(let kind): return documents.document(.schema(kind))
    case .record(let kind, let number):
      guard number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let id = Int(number) else { return nil }
      return documents.document(.record(Reference(kind, id)))
    case .list(let kind):
      // The last value of a repeated item wins.
      let number = items.last { $0.name == "page" }?.value
      if items.count == (number == nil ? 0 : 1), let number = Int(number ?? "1") {
        return documents.document(.page(PageQuery(kind, number: number)))
      }
      return documents.page(kind, search: items.last { $0.name == "search" }?.value, number: number, items: items)
    case .home, .missingSlash, .unknown: return nil
    }
  }

  private static func options(_ route: Route) -> SWAPIResponse {
    let name =
      switch route {
      case .list(let kind): "List of \(kind)"
      case .record(let kind, _): "One of the \(kind)"
      case .schema(let kind): "Schema of \(kind)"
      default: "Root"
      }
    let json: JSON = ["name": .string(name), "renders": ["application/json"]]
    return SWAPIResponse(status: 200, body: ByteBuffer(bytes: json.bytes()))
  }

  private func documents(_ root: String) -> DocumentCache {
    caches.withLock { caches in
      if let cached = caches.first(where: { $0.root == root }) { return cached.documents }
      if caches.count == Self.maxCaches { caches.removeFirst() }
      let documents = DocumentCache(base: root + "/api", catalogue: catalogue, pageSize: pageSize)
      caches.append((root, documents))
      return documents
    }
  }
}
