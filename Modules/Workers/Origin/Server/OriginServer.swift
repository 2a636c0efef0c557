public import Catalogue
import Glibc
import Hummingbird
public import Logging
import NIOCore
public import ServiceLifecycle
import Synchronization

/// A SWAPI-compatible HTTP server over the catalogue: the original server's documents, pages, search, redirects and errors, to the byte.
/// Links in its answers start with the scheme and host the client used.
///
/// Stops in an orderly way on the graceful shutdown of its task (ServiceLifecycle) and at once when its task is cancelled.
public final class OriginServer: Service {
  /// A request that was answered.
  public struct Observation: Sendable, Hashable {
    public let method: String
    /// Path and query: `/api/people/1/`.
    public let target: String
    public let status: Int
  }

  private let settings: OriginSettings
  private let answering: Answering
  private let logger: Logger
  private let onListening: @Sendable (_ base: String) -> Void
  private let onAnswer: @Sendable (Observation) -> Void
  private let local: Mutex<String>

  /// - Parameters:
  ///   - onListening: called once, with the URL of the root: `http://127.0.0.1:1138/api`.
  ///   - onAnswer: called for every answer before it goes out, from many tasks at once. Must not block.
  public init(
    _ catalogue: Catalogue = .standard, settings: OriginSettings = OriginSettings(), logger: Logger,
    onListening: @escaping @Sendable (_ base: String) -> Void = { _ in }, onAnswer: @escaping @Sendable (Observation) -> Void = { _ in }
  ) {
    self.settings = settings
    answering = Answering(catalogue: catalogue, pageSize: max(1, settings.pageSize))
    self.logger = logger
    self.onListening = onListening
    self.onAnswer = onAnswer
    local = Mutex("\(settings.host):\(settings.port)")
  }

  /// Listens and serves until it is told to stop. Call it once. Throws ``OriginServerError``.
  public func run() async throws {
    var quiet = logger
    // Hummingbird tells at info what this server tells itself.
    quiet.logLevel = max(logger.logLevel, .notice)
    let application = Application(
      responder: Responder { await self.respond(to: $0) },
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: { self.listens(at: $0.localAddress) }, logger: quiet)
    do { try await application.run() } catch let error as IOError { throw failure(error) }
  }

  private func listens(at address: SocketAddress?) {
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    let authority = "\(host):\(address?.port ?? settings.port)"
    local.withLock { $0 = authority }
    logger.info("origin listens", metadata: ["base": "http://\(authority)/api"])
    onListening("http://\(authority)/api")
  }

  private func respond(to request: Request) async -> Response {
    let question = Question(request)
    let answer = answering.answer(question, local: local.withLock { $0 })
    if settings.latency > .zero { try? await Task.sleep(for: settings.latency) }
    logger.debug("answered", metadata: ["method": "\(question.method)", "target": "\(question.target)", "status": "\(answer.status)"])
    onAnswer(Observation(method: question.method, target: question.target, status: answer.status))
    return answer.response(toHead: question.method == "HEAD")
  }

  private func failure(_ error: IOError) -> OriginServerError {
    let place = "\(settings.host), port \(settings.port)"
    switch error.errnoCode {
    case EADDRINUSE:
      return OriginServerError(.inUse, "something else listens on \(place): choose another with --port, or 0 for any", cause: error)
    case EADDRNOTAVAIL:
      return OriginServerError(.invalid, "this machine has no address \(settings.host): choose one with --host", cause: error)
    case EACCES: return OriginServerError(.invalid, "you may not listen on \(place): choose a port above 1023 with --port", cause: error)
    default: return OriginServerError(.system, "cannot listen on \(place): \(String(cString: strerror(error.errnoCode)))", cause: error)
    }
  }
}
