public import OrderedJSON
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
  public var items: [(name: String, value: String)] {
    (query ?? "").split(separator: "&").compactMap { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(sides[0], plusIsSpace: true),
        let value = PercentCoding.decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true)
      else { return nil }
      return (name, value)
    }
  }

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

/// A server's answer to a request, independent of HTTP libraries.
public struct ServedAnswer: Sendable {
  public enum Body: Sendable {
    case empty
    case text(String)
    case json(JSON)
    /// A document that is written for the base URL of the server. If its bytes depend only on `key` and the base, they may be kept.
    case document(key: WireDocument?, write: @Sendable (_ base: String) -> JSON)
  }

  /// The entity tag of the body (RFC 9110 section 8.8.3).
  public enum EntityTagging: Sendable {
    case none
    case strong, weak
  }

  public var status: Int
  public var contentType = "application/json"
  public var body: Body
  public var entityTag = EntityTagging.none
  /// Path and query of the target of a redirect.
  public var location: String?
  /// Further header fields.
  public var fields: [(name: String, value: String)] = []

  public init(_ status: Int, _ body: Body) {
    self.status = status
    self.body = body
  }

  /// A document that is written for the base URL of the server. Its bytes may be kept under `key`.
  static func document(_ key: WireDocument?, tag: EntityTagging = .strong, write: @escaping @Sendable (_ base: String) -> JSON)
    -> ServedAnswer
  {
    var answer = ServedAnswer(200, .document(key: key, write: write))
    answer.entityTag = tag
    return answer
  }

  /// A web page, as servers send for paths outside the API.
  public static func webPage(_ status: Int, _ title: String) -> ServedAnswer {
    var answer = ServedAnswer(status, .text("<!doctype html><title>\(title)</title><h1>\(title)</h1>\n"))
    answer.contentType = "text/html"
    return answer
  }

  /// A redirect to a path on the same server.
  public static func redirect(_ status: Int, to target: String) -> ServedAnswer {
    var answer = ServedAnswer(status, .empty)
    answer.contentType = "text/html"
    answer.location = target
    return answer
  }
}

/// Strong entity tags (RFC 9110 section 8.8.3) for documents generated from the catalogue: equal bytes have equal tags in every run.
public enum EntityTag {
  /// Returns the 128-bit FNV-1a hash in quotation marks. The documents come from the built-in catalogue, so collisions cannot be crafted.
  public static func strong(_ document: some Sequence<UInt8>) -> String {
    let prime = UInt128(1) << 88 | 0x13B
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in document { hash = (hash ^ UInt128(byte)) &* prime }
    let digits = String(hash, radix: 16)
    return "\"" + String(repeating: "0", count: 32 - digits.utf8.count) + digits + "\""
  }

  /// Returns whether a field If-None-Match contains a tag, by weak comparison (RFC 9110 section 13.1.2). `*` matches any tag.
  ///
  /// - Parameter tag: a tag that contains no comma and no further quotation mark, as ``strong(_:)`` returns.
  public static func list(_ field: String, matches tag: String) -> Bool {
    field.split(separator: ",").contains { item in
      let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return item == "*" || item == tag || (item.hasPrefix("W/") && item.dropFirst(2) == tag)
    }
  }
}
