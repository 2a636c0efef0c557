import Text

/// A request to a server, as far as an answer depends on it.
public struct ServedRequest: Sendable, Hashable {
  /// Path of the root document. The base URL of the server ends in it.
  public static let apiPath = "/api"

  public var method: String
  /// Path as received, percent-encoded: `/api/people/1/`.
  public var path: String
  /// Query as received, without the question mark; `nil` if there is none.
  public var query: String?
  /// The field Accept.
  public var accept: String?
  /// Time of the answer in milliseconds since 1970, for servers that state it.
  public var time: Int64

  /// - Parameter target: path and query as received: `/api/people/?page=2`.
  public init(method: String = "GET", target: String, accept: String? = nil, time: Int64 = 0) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = halves.first.map(String.init) ?? "/"
    query = halves.count == 2 ? String(halves[1]) : nil
    self.accept = accept
    self.time = time
  }

  /// Items of the query in order, decoded as servers decode queries of HTML forms. Skips items that cannot be decoded.
  public var items: [(name: String, value: String)] { QueryItems.parse(query ?? "") }

  /// Returns the value of a query item; the last one if the item is repeated.
  func item(_ name: String) -> String? { items.last { $0.name == name }?.value }

  /// The decoded components of the path below ``apiPath``, with or without a slash at the end: none for the root, `people` and `1` for a
  /// record. `nil` for a path outside the API and for one that cannot be decoded.
  var components: [String]? {
    guard path == Self.apiPath || path.hasPrefix(Self.apiPath + "/") else { return nil }
    var parts = path.dropFirst(Self.apiPath.count).split(separator: "/", omittingEmptySubsequences: false)[...]
    if parts.first?.isEmpty == true { parts.removeFirst() }
    if parts.last?.isEmpty == true { parts.removeLast() }
    var components: [String] = []
    for part in parts {
      guard !part.isEmpty, let decoded = PercentCoding.decode(part) else { return nil }
      components.append(decoded)
    }
    return components
  }
}

/// The items of a query, decoded as servers decode queries of HTML forms.
enum QueryItems {
  /// Returns the items of `query` in order. Skips items that cannot be decoded.
  static func parse(_ query: some StringProtocol) -> [(name: String, value: String)] {
    query.split(separator: "&").compactMap { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(sides[0], plusIsSpace: true),
        let value = PercentCoding.decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true)
      else {
        return nil
      }
      return (name, value)
    }
  }
}
