import Catalogue
import Dialects
import Models
import NIOCore
import OrderedJSON
import Synchronization

/// Answers questions as the original SWAPI server does. No I/O.
final class Answering: Sendable {
  static let methods = ["GET", "HEAD", "OPTIONS"]
  /// A client chooses the base by its Host. More than these are not kept at once, or one that varies it would fill the memory.
  private static let keptSites = 4

  private let catalogue: Catalogue
  private let kinds: Set<KindName>
  private let pageSize: Int
  private let sites = Mutex<[(root: String, site: Site)]>([])

  init(catalogue: Catalogue, pageSize: Int) {
    self.catalogue = catalogue
    kinds = Set(catalogue.kinds)
    self.pageSize = pageSize
  }

  /// `local` is the address the server listens on, for clients that send no Host.
  func answer(_ question: Question, local: String) -> OriginAnswer {
    guard let root = Base.root(host: question.host, forwardedScheme: question.forwardedScheme, local: local) else {
      return .page(400, "Bad Request")
    }
    let halves = question.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves.first.map(String.init) ?? "/"
    let route = Route(path: path, kinds: kinds)
    switch route {
    case .unknown: return .page(404, "Not Found")
    case .home: return .redirect(302, to: root + "/api/")
    case .slashMissing: return .redirect(301, to: root + path + "/" + (halves.count == 2 ? "?\(halves[1])" : ""))
    default: break
    }
    let items = halves.count == 2 ? PercentCoding.items(query: halves[1]) : []
    if let refusal = Self.refusal(of: question, format: items.last { $0.name == "format" }?.value) { return refusal }
    if question.method == "OPTIONS" { return Self.options(route) }
    return answer(route, items: items, at: site(root), ifNoneMatch: question.ifNoneMatch)
  }

  /// The form of the answer is settled before the method is looked at.
  private static func refusal(of question: Question, format: String?) -> OriginAnswer? {
    switch format {
    case nil: if !Acceptance.takesJSON(question.accept) { return .detail(406, "Could not satisfy the request's Accept header") }
    case "json": break
    default: return .notFound
    }
    return methods.contains(question.method) ? nil : .detail(405, "Method '\(question.method)' not allowed.")
  }

  private func answer(_ route: Route, items: [(name: String, value: String)], at site: Site, ifNoneMatch: String?) -> OriginAnswer {
    guard let document = document(route, items: items, at: site) else { return .notFound }
    // Exactly one strong tag counts, and a 304 carries none, as on the original server.
    if ifNoneMatch == document.entityTag { return OriginAnswer(status: 304) }
    return OriginAnswer(status: 200, body: document.body, entityTag: document.entityTag)
  }

  private func document(_ route: Route, items: [(name: String, value: String)], at site: Site) -> Site.Document? {
    switch route {
    case .root: return site.document(.root)
    case .schema(let kind): return site.document(.schema(kind))
    case .record(let kind, let number):
      guard number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let id = Int(number) else { return nil }
      return site.document(.record(Reference(kind, id)))
    case .list(let kind):
      // A name that comes twice has its last value.
      let number = items.last { $0.name == "page" }?.value
      if items.count == (number == nil ? 0 : 1), let number = Int(number ?? "1") {
        return site.document(.page(PageQuery(kind, number: number)))
      }
      return site.page(kind, search: items.last { $0.name == "search" }?.value, number: number, items: items)
    case .home, .slashMissing, .unknown: return nil
    }
  }

  private static func options(_ route: Route) -> OriginAnswer {
    let name =
      switch route {
      case .list(let kind): "List of \(kind)"
      case .record(let kind, _): "One of the \(kind)"
      case .schema(let kind): "Schema of \(kind)"
      default: "Root"
      }
    let json: JSON = ["name": .string(name), "renders": ["application/json"]]
    return OriginAnswer(status: 200, body: ByteBuffer(bytes: json.bytes()))
  }

  private func site(_ root: String) -> Site {
    sites.withLock { sites in
      if let known = sites.first(where: { $0.root == root }) { return known.site }
      if sites.count == Self.keptSites { sites.removeFirst() }
      let site = Site(base: root + "/api", catalogue: catalogue, pageSize: pageSize)
      sites.append((root, site))
      return site
    }
  }
}
