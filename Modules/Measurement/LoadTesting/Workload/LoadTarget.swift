import Contracts
import MessageBus

/// What a run tests.
enum LoadTarget: Sendable, Hashable {
  /// The fetch service: bus, fetcher, origin.
  case fetch
  case cache
  case search
  /// The bus alone: a worker of this run sends every body back.
  case echo
  case service(String)
  case http(String)

  var name: String { String("\(self)".prefix { $0 != "(" }) }

  var usesBus: Bool { if case .http = self { false } else { true } }

  /// The operations that `--mix` may contain; the first is the default.
  var operations: [Operation] {
    switch self {
    case .fetch: [.record, .list, .search]
    case .cache: [.record, .list, .search, .suggest]
    case .search: [.search, .suggest]
    case .echo: [.echo]
    case .service, .http: [.request]
    }
  }
}

/// The request of the targets `service` and `http`, in which `{key}` stands for the key.
struct RequestTemplate: Sendable, Hashable {
  static let placeholder = "{key}"

  /// `nil` for a URL.
  private let service: String?
  /// The head of the request, or the URL.
  let text: String

  /// Creates the request to a service. `nil` unless `head` has a method and a target, such as `GET /people/{key}`.
  init?(service: String, head: String) {
    guard Self.request(Self.fill(head, "1")) != nil else { return nil }
    (self.service, text) = (service, head)
  }

  /// Creates the request of a URL. Throws a ``HTTPURL/Invalid`` with the reason if it is none.
  init(url: String) throws(HTTPURL.Invalid) {
    _ = try HTTPURL(Self.fill(url, "1"))
    (service, text) = (nil, url)
  }

  /// Whether the request differs by key.
  var hasKey: Bool { text.contains(Self.placeholder) }

  /// Returns the request for a key. Characters that a request target cannot contain are percent-encoded.
  func payload(_ key: String) -> Call.Payload {
    let filled = Self.fill(text, Self.encoded(key))
    return service.map { .bus(service: $0, Self.request(filled) ?? Request("GET", Target([]))) } ?? .http(filled)
  }

  /// Parses `GET /people/1`; `nil` for anything else.
  static func request(_ head: String) -> Request? {
    let words = head.split(separator: " ")
    guard words.count == 2, let target = Target(parsing: words[1]), words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    return Request(String(words[0]), target)
  }

  private static func fill(_ text: String, _ key: String) -> String { text.replacing(placeholder, with: key) }

  /// Keys may be references and queries, so `/`, `?`, `=` and `&` keep their meaning.
  private static func encoded(_ key: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in key.utf8 {
      if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "#") {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
