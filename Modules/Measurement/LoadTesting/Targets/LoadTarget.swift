/// What a run tests.
enum LoadTarget: Sendable, Hashable {
  /// The fetch service: bus, fetcher, origin.
  case fetch
  case cache
  case search
  /// The bus alone: a worker of this run sends every body back.
  case echo
  /// Any service on the bus, by its name.
  case service(String)
  /// A server of HTTP, directly.
  case http(String)

  /// The name on the command line.
  var name: String {
    switch self {
    case .fetch: "fetch"
    case .cache: "cache"
    case .search: "search"
    case .echo: "echo"
    case .service: "service"
    case .http: "http"
    }
  }

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
