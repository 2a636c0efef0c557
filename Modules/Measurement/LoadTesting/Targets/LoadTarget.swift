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
  /// The requests of a recorded session in this file, to the services that they were sent to.
  case session(String)
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
    case .session: "session"
    case .http: "http"
    }
  }

  /// The file of a recorded session.
  var sessionFile: String? { if case .session(let path) = self { path } else { nil } }

  var usesBus: Bool { if case .http = self { false } else { true } }

  /// The operations that `--mix` may contain; the first is the default.
  var operations: [Operation] {
    switch self {
    case .fetch: [.record, .list, .search]
    case .cache: [.record, .list, .search, .suggest]
    case .search: [.search, .suggest]
    case .echo: [.echo]
    case .service, .session, .http: [.request]
    }
  }
}
