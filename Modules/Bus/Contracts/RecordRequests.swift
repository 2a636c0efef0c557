public import MessageBus
public import Models
public import OrderedJSON

/// `GET /{kind}/{id}`: one record. Offered by the cache and the fetch service.
public struct RecordRequest: Contract {
  public typealias Answer = CachedResponse

  public var reference: Reference
  public var validation: Validation

  public init(_ reference: Reference, validation: Validation = Validation()) {
    self.reference = reference
    self.validation = validation
  }

  public var request: Request {
    Request("GET", Target([reference.kind.text, String(reference.id)]), fields: validation.fields)
  }

  public init?(_ request: Request) throws(Problem) {
    let path = request.target.path
    guard request.method == "GET", path.count == 2 else { return nil }
    // Runs on the bus thread for every cache hit, so the components are not joined only to be split again.
    guard let kind = KindName(path[0]), let id = Int(path[1]), id > 0, String(id) == path[1] else {
      throw .badRequest("path", "'\(path[0])/\(path[1])' is not a record reference: use KIND/ID, for example people/1")
    }
    self.init(Reference(kind, id), validation: Validation(request.fields))
  }
}

/// `GET /{kind}`: one page of a kind's records, or with `page=all` every page as a stream of parts; the last page is the final reply.
///
/// Query: `page` (1 or more, or `all`; default 1); `sort` (a sort key of the kind; default the kind's own order); `order` (`ascending`,
/// `descending`, or `origin` for the origin's own pages in the origin's order, each fetched only on demand); `search` (text).
/// Content of each reply: ``PageBody``.
public struct ListRequest: Contract {
  public typealias Answer = CachedResponse

  /// The pages requested.
  public enum Extent: Sendable, Hashable {
    case page(Int)
    case all
  }

  public var kind: KindName
  public var extent: Extent
  /// A sort key of the kind. `nil` means the kind's default order in the cache service and the origin's order in the fetch service.
  public var sort: String?
  public var descending: Bool
  /// Whether to return the origin's own pages in the origin's order. Excludes ``sort`` and ``descending``.
  public var asOrigin: Bool
  public var search: String?
  public var validation: Validation

  public init(
    _ kind: KindName, _ extent: Extent = .page(1), sort: String? = nil, descending: Bool = false, asOrigin: Bool = false,
    search: String? = nil, validation: Validation = Validation()
  ) {
    (self.kind, self.extent, self.sort) = (kind, extent, sort)
    (self.descending, self.asOrigin, self.search, self.validation) = (descending, asOrigin, search, validation)
  }

  public var request: Request {
    let page: String? =
      switch extent {
      case .page(let number): number == 1 ? nil : String(number)
      case .all: "all"
      }
    let order = asOrigin ? "origin" : descending ? "descending" : nil
    return Request(path: kind.text, query: ["page": page, "sort": sort, "order": order, "search": search], fields: validation.fields)
  }

  /// Decodes a list request. Decode the requests for `/kinds`, `/names` and `/stats` first, which are not lists.
  public init?(_ request: Request) throws(Problem) {
    let target = request.target
    guard request.method == "GET", target.path.count == 1 else { return nil }
    guard let kind = KindName(target.path[0]) else { throw .badRequest("path", "\(target.path[0].quoted) is not a valid kind name") }
    let asOrigin = target["order"] == "origin"
    guard !asOrigin || target["sort"] == nil else {
      throw .badRequest("order", "'order=origin' cannot be combined with 'sort': remove one of them")
    }
    self.init(
      kind, target["page"] == "all" ? .all : .page(try target.number("page", in: 1...Int.max) ?? 1), sort: target["sort"],
      descending: asOrigin ? false : try target.isDescending(orElse: " or origin") ?? false, asOrigin: asOrigin,
      search: target["search"], validation: Validation(request.fields))
  }
}

/// `GET /kinds`: names of the kinds the origin offers, in the origin's order. Content: `["films","people",…]`.
public struct KindsRequest: Contract {
  public typealias Answer = [KindName]

  public var validation: Validation

  public init(validation: Validation = Validation()) { self.validation = validation }

  public var request: Request { Request("GET", Target(["kinds"]), fields: validation.fields) }

  public init?(_ request: Request) {
    guard request.isGet("kinds") else { return nil }
    self.init(validation: Validation(request.fields))
  }
}

extension KindName: JSONAnswer {
  public var json: JSON { .string(text) }

  public init?(_ json: JSON) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
}

/// `PURGE /`, `PURGE /{kind}`, `PURGE /{kind}/{id}`: removes everything, a kind with its lists, or a record from the cache. Offered by the
/// cache. Content of the answer: `{"purged":12}`, the number of entries removed.
public struct PurgeRequest: Contract {
  /// What to remove from the cache.
  public enum Scope: Sendable, Hashable {
    case everything
    case kind(KindName)
    case record(Reference)

    /// The components of the path: none, a kind, or a kind and an ID.
    var path: [String] {
      switch self {
      case .everything: []
      case .kind(let kind): [kind.text]
      case .record(let reference): [reference.kind.text, String(reference.id)]
      }
    }

    /// Returns `nil` if `path` is neither empty nor a kind nor a record.
    init?(path: [String]) {
      if path.isEmpty {
        self = .everything
      } else if path.count == 1, let kind = KindName(path[0]) {
        self = .kind(kind)
      } else if let reference = Reference(path.joined(separator: "/")) {
        self = .record(reference)
      } else {
        return nil
      }
    }
  }

  public var scope: Scope

  public init(_ scope: Scope) { self.scope = scope }

  public var request: Request { Request("PURGE", Target(scope.path)) }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "PURGE" else { return nil }
    guard let scope = Scope(path: request.target.path) else {
      throw .badRequest("path", "cannot purge '\(request.target)': use /, /KIND or /KIND/ID")
    }
    self.scope = scope
  }

  public static func reply(_ purged: Int) -> Reply { Reply(content: JSON.members(["purged": purged]).bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> Int {
    guard let purged = (try? JSON(parsing: reply.content))?["purged"]?.int else { throw .malformedReply(expected: "a count") }
    return purged
  }
}

/// `GET /names?of=people/1&of=films/2…`: the names of these records. Offered by `holocron.cache`.
///
/// Query: `of`, a reference, 1 to ``maxReferences`` times. Content of each reply: a list of ``NameAnswer``.
///
/// The answer is a stream of parts: first the names that the cache holds, then each of the others when it arrives. The final reply is the last
/// part. All parts together name each reference once, in any order, or again after a lost connection, or have the reason why not.
public struct NamesRequest: Contract {
  /// Maximum number of references in a request. With the longest kind names and IDs, the request line stays below its limit of 64 KiB.
  public static let maxReferences = 500

  public var references: [Reference]
  public var validation: Validation

  public init(_ references: [Reference], validation: Validation = Validation()) {
    self.references = references
    self.validation = validation
  }

  public var request: Request {
    var request = Request("GET", Target(["names"], query: references.map { Target.Item("of", "\($0)") }), fields: validation.fields)
    // Another worker, or the same one later, has other names at hand, so it cuts the answer into other parts.
    request.hasUnorderedParts = true
    return request
  }

  /// Decodes a request. Throws a 400 for an invalid reference, for no reference at all, and for more than ``maxReferences``. Returns `nil`
  /// for a ``NameLookupRequest``. Decode this request before ``ListRequest``: `/names` is not a list.
  public init?(_ request: Request) throws(Problem) {
    guard request.isGet("names"), request.target["like"] == nil else { return nil }
    var references: [Reference] = []
    for item in request.target.query where item.name == "of" { references.append(try Reference(item.value, in: "of")) }
    guard !references.isEmpty else {
      throw .badRequest("of", "no record is given: use of=KIND/ID for the names of records, or like=TEXT to look up a name")
    }
    guard references.count <= Self.maxReferences else {
      throw .badRequest("of", "\(references.count) records are given; the maximum is \(Self.maxReferences): send several requests")
    }
    self.init(references, validation: Validation(request.fields))
  }

  public typealias Answer = [NameAnswer]
}

/// The name of one record, or the reason why it is missing.
public struct NameAnswer: JSONAnswer {
  /// The name, or why there is none.
  public enum Content: Sendable, Hashable {
    /// The record with the fields of its label only (``Models/Kinds/label(of:)``):
    /// `{"kind":"films","id":1,"title":"A New Hope","episode":4}`.
    case label(JSON)
    /// `{"kind":"films","id":9,"problem":{"title":"not found","status":404,…}}`
    case missing(Problem)
  }

  public var reference: Reference
  public var content: Content

  public init(_ reference: Reference, _ content: Content) {
    self.reference = reference
    self.content = content
  }

  /// Reads the reply to a ``RecordRequest`` for `reference`: the label of this record, or a problem.
  public init(_ reference: Reference, from reply: Reply, kinds: Kinds) {
    self.reference = reference
    if let problem = reply.problem {
      content = .missing(problem)
    } else if let json = try? JSON(parsing: reply.content), Reference(canonical: json) == reference {
      content = .label(kinds.label(of: json))
    } else {
      content = .missing(.malformedReply(expected: "the record \(reference)"))
    }
  }

  public var json: JSON {
    switch content {
    case .label(let label): label
    case .missing(let problem): ["kind": .string(reference.kind.text), "id": .number(reference.id), "problem": problem.json]
    }
  }

  /// Decodes the form that ``json`` writes; `nil` for any other form.
  public init?(_ json: JSON) {
    guard let reference = Reference(canonical: json) else { return nil }
    guard let document = json["problem"] else {
      self.init(reference, .label(json))
      return
    }
    guard let problem = Problem(document) else { return nil }
    self.init(reference, .missing(problem))
  }
}
