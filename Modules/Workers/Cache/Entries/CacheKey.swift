public import Contracts
import MessageBus
public import Models

/// The key of an entry: the request that the entry answers.
public enum CacheKey: Sendable, Hashable, CustomStringConvertible {
  /// `GET /{kind}/{id}`
  case record(Reference)
  /// One page of a list.
  case page(ListPage)
  /// `GET /kinds`
  case kinds

  /// The request's target, such as `/people/1` or `/people?page=2&search=luke`. Stores use it as the key.
  public var description: String {
    switch self {
    case .record(let reference): "/\(reference)"
    case .page(let page): "\(page)"
    case .kinds: "/kinds"
    }
  }

  /// Parses ``description``. Returns `nil` for any other text, and for keys that no store holds: sorted pages.
  init?(parsing text: String) {
    guard let target = Target(parsing: text) else { return nil }
    let request = Request("GET", target)
    if KindsRequest(request) != nil {
      self = .kinds
    } else if let record = try? RecordRequest(request) {
      self = .record(record.reference)
    } else if let list = try? ListRequest(request), case .page(let number) = list.extent,
      (list.search?.utf8.count ?? 0) <= ListPage.searchLimit
    {
      self = .page(ListPage(list.kind, number, search: list.search))
    } else {
      return nil
    }
    guard description == text else { return nil }
  }

  /// The kind of the entry, for purging; `nil` for the list of kinds.
  public var kind: KindName? {
    switch self {
    case .record(let reference): reference.kind
    case .page(let page): page.kind
    case .kinds: nil
    }
  }

  /// The name of the entry in messages: `people/1`, `page 2 of people`, `the list of kinds`.
  var subject: String {
    switch self {
    case .record(let reference): "\(reference)"
    case .page(let page): "page \(page.number) of \(page.kind)\(page.search.map { " found by '\($0)'" } ?? "")"
    case .kinds: "the list of kinds"
    }
  }

  /// The subject of problems, which is the same in every language: `people/1`, `people`, `kinds`.
  var resource: String {
    switch self {
    case .record(let reference): "\(reference)"
    case .page(let page): page.kind.text
    case .kinds: "kinds"
    }
  }

  /// Whether the entry is a page of a whole list in the origin's order.
  var isList: Bool { if case .page(let page) = self { page.search == nil && page.order == nil } else { false } }

  /// Whether the entry is a sorted page, derived from the origin's pages. Derived pages are kept in the memory tier only.
  var isDerived: Bool { if case .page(let page) = self { page.order != nil } else { false } }
}

/// One page of a list: kind, page number, search and order.
public struct ListPage: Sendable, Hashable, CustomStringConvertible {
  /// A sort key of the kind and its direction.
  public struct Order: Sendable, Hashable {
    public var key: String
    public var descending: Bool

    public init(_ key: String, descending: Bool = false) {
      self.key = key
      self.descending = descending
    }
  }

  public var kind: KindName
  /// The page number, starting at 1.
  public var number: Int
  /// The search text, never empty; `nil` for the whole list.
  public var search: String?
  /// The order; `nil` for the origin's order.
  public var order: Order?

  /// Creates a page; a blank `search` counts as `nil`.
  public init(_ kind: KindName, _ number: Int = 1, search: String? = nil, order: Order? = nil) {
    self.kind = kind
    self.number = number
    self.search = search.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    self.order = order
  }

  /// Returns page `number` of the same list.
  public func numbered(_ number: Int) -> ListPage {
    var page = self
    page.number = number
    return page
  }

  public var description: String {
    "\(ListRequest(kind, .page(number), sort: order?.key, descending: order?.descending ?? false, search: search).request.target)"
  }
}

/// The key of an entry together with its origin.
public struct StoreKey: Sendable, Hashable, CustomStringConvertible {
  public var origin: OriginIdentity?
  public var key: CacheKey

  public init(_ key: CacheKey, of origin: OriginIdentity?) {
    self.key = key
    self.origin = origin
  }

  public var description: String { "\(key) of \(origin?.text ?? "an unknown origin")" }
}
