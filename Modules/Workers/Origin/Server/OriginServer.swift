public import Catalogue
import Hummingbird
public import Logging
import NIOCore
import Platform
public import ServiceLifecycle
import Synchronization

/// A SWAPI-compatible HTTP server for the catalogue. Documents, pages, search, redirects and errors match the original server byte for
/// byte. Links in responses start with the scheme and host the client used.
///
/// Finishes open requests on graceful shutdown (ServiceLifecycle) and stops immediately when its task is cancelled.
public final class OriginServer: Service {
  /// A request the server has answered.
  public struct AnsweredRequest: Sendable, Hashable {
    public let method: String
    /// Path and query: `/api/people/1/`.
    public let target: String
    public let status: Int
  }

  private let settings: OriginSettings
  private let responder: SWAPIResponder
  private let logger: Logger
  private let onListening: @Sendable (_ base: String) -> Void
  private let onResponse: @Sendable (AnsweredRequest) -> Void
  private let localAuthority: Mutex<String>
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - onListening: called once, with the URL of the API root: `http://127.0.0.1:1138/api`.
  ///   - onResponse: called before each response is sent, concurrently from many tasks. Must not block.
  public init(
    _ catalogue: Catalogue = .standard, settings: OriginSettings = OriginSettings(), logger: Logger,
    onListening: @escaping @Sendable (_ base: String) -> Void = { _ in },
    onResponse: @escaping @Sendable (AnsweredRequest) -> Void = { _ in }
  ) {
    self.settings = settings
    responder = SWAPIResponder(catalogue: catalogue, pageSize: max(1, settings.pageSize))
    self.logger = logger
    self.onListening = onListening
    self.onResponse = onResponse
    localAuthority = Mutex("\(settings.host):\(settings.port)")
  }

  /// Listens and serves until shutdown or cancellation. Call once. Throws ``OriginServerError``.
  public func run() async throws {
    var quiet = logger
    // Hummingbird's info messages repeat this server's own.
    quiet.logLevel = max(logger.logLevel, .notice)
    let application = Application(
      responder: Responder { await self.respond(to: $0) },
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: { self.didStartListening(at: $0.localAddress) }, logger: quiet)
    do { try await application.run() } catch let error as IOError { throw serverError(error) }
  }

  private func didStartListening(at address: SocketAddress?) {
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    let authority = "\(host):\(address?.port ?? settings.port)"
    localAuthority.withLock { $0 = authority }
    logger.info("listening", metadata: ["base": "http://\(authority)/api"])
    onListening("http://\(authority)/api")
  }

  private func respond(to httpRequest: Request) async -> Response {
    let request = SWAPIRequest(httpRequest)
    let response = responder.respond(to: request, localAuthority: localAuthority.withLock { $0 })
    await delay()
    logger.debug(
      "request answered", metadata: ["method": "\(request.method)", "target": "\(request.target)", "status": "\(response.status)"])
    onResponse(AnsweredRequest(method: request.method, target: request.target, status: response.status))
    return response.response(toHead: request.method == "HEAD")
  }

  /// Waits exactly, because what the server adds is what a load test must find.
  private func delay() async {
    let clock = ContinuousClock()
    if settings.latency > .zero { try? await clock.sleep(for: settings.latency, tolerance: .zero) }
    guard let stall = settings.stall else { return }
    let rest = stall.delay(at: start.duration(to: clock.now))
    if rest > .zero { try? await clock.sleep(for: rest, tolerance: .zero) }
  }

  private func serverError(_ error: IOError) -> OriginServerError {
    let address = "\(settings.host), port \(settings.port)"
    let number = ErrorNumber(rawValue: error.errnoCode)
    switch number {
    case .addressInUse:
      return OriginServerError(
        .addressInUse, "another process is listening on \(address): choose another port with --port, or 0 for a free one", cause: error)
    case .addressNotAvailable:
      return OriginServerError(.invalidAddress, "this machine has no address \(settings.host): choose another with --host", cause: error)
    case .permissionDenied:
      return OriginServerError(
        .invalidAddress, "no permission to listen on \(address): choose a port above 1023 with --port", cause: error)
    default:
      return OriginServerError(.systemError, "cannot listen on \(address): \(number)", cause: error)
    }
  }
}
