import Contracts
import MessageBus
public import Models

/// What an entry answers.
public enum CacheKey: Sendable, Hashable, CustomStringConvertible {
  /// `GET /{kind}/{id}`
  case record(Reference)
  /// One page of a list.
  case page(ListPage)
  /// `GET /kinds`
  case kinds

  /// The request's target, `/people/1`, `/people?page=2&search=luke`: the key under which stores file the entry.
  public var description: String {
    switch self {
    case .record(let reference): "/\(reference)"
    case .page(let page): "\(page)"
    case .kinds: "/kinds"
    }
  }

  /// The kind it belongs to, for purging. `nil` for the list of kinds.
  public var kind: KindName? {
    switch self {
    case .record(let reference): reference.kind
    case .page(let page): page.kind
    case .kinds: nil
    }
  }

  /// What people call it: `people/1`, `page 2 of people`, `the list of kinds`.
  var subject: String {
    switch self {
    case .record(let reference): "\(reference)"
    case .page(let page): "page \(page.number) of \(page.kind)\(page.search.map { " found by '\($0)'" } ?? "")"
    case .kinds: "the list of kinds"
    }
  }

  /// Pages in an order of our own are made from the origin's pages: they live in the memory tier and nowhere else.
  var isDerived: Bool { if case .page(let page) = self { page.order != nil } else { false } }
}

/// One page of a list: whose, which, found by what, in which order.
public struct ListPage: Sendable, Hashable, CustomStringConvertible {
  public struct Order: Sendable, Hashable {
    /// A sort key of the kind.
    public var key: String
    public var descending: Bool

    public init(_ key: String, descending: Bool = false) {
      self.key = key
      self.descending = descending
    }
  }

  public var kind: KindName
  /// Counted from 1.
  public var number: Int
  /// Never empty.
  public var search: String?
  /// `nil` is the order in which the origin lists.
  public var order: Order?

  /// An empty `search` is none.
  public init(_ kind: KindName, _ number: Int = 1, search: String? = nil, order: Order? = nil) {
    self.kind = kind
    self.number = number
    self.search = search.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    self.order = order
  }

  /// The same list's page `number`.
  public func numbered(_ number: Int) -> ListPage {
    var page = self
    page.number = number
    return page
  }

  public var description: String {
    "\(ListRequest(kind, .page(number), sort: order?.key, descending: order?.descending ?? false, search: search).request.target)"
  }
}
