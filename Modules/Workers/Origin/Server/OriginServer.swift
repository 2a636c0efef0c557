public import Dialects
import HTTPTypes
import HummingbirdCore
public import Logging
public import Models
import NIOCore
public import ServiceLifecycle
import Synchronization

/// A SWAPI-compatible HTTP server for the catalogue, in any dialect that can be served. In the dialect `swapi`, documents, pages, search,
/// redirects and errors match the original server byte for byte. Links in responses start with the scheme and host the client used. With
/// another ``AnswerSource``, it replays a recording or forwards requests to another server. In each case, rules can make it fail: see
/// ``FaultRule``.
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
  private let faults: FaultControl
  private let source: any AnswerSource
  private let logger: Logger
  private let onListening: @Sendable (_ base: String) -> Void
  private let onResponse: @Sendable (AnsweredRequest) -> Void
  private let localAuthority: Mutex<String>

  /// - Parameters:
  ///   - dialect: decides which paths exist, and how documents, pages, searches and errors look.
  ///   - faults: the rules for faults, which may be changed while the server runs.
  ///   - source: answers in place of `catalogue`.
  ///   - onListening: called once, with the URL of the API root: `http://127.0.0.1:1138/api`.
  ///   - onResponse: called before each response is sent, concurrently from many tasks. Must not block.
  public init(
    _ catalogue: Catalogue = .standard, settings: OriginSettings = OriginSettings(),
    dialect: any Dialect = SWAPIDialect(kinds: .standard), faults: FaultControl = FaultControl(),
    source: (any AnswerSource)? = nil, logger: Logger,
    onListening: @escaping @Sendable (_ base: String) -> Void = { _ in },
    onResponse: @escaping @Sendable (AnsweredRequest) -> Void = { _ in }
  ) {
    (self.settings, self.faults, self.logger) = (settings, faults, logger)
    self.source = source ?? SWAPIResponder(catalogue: catalogue, pageSize: settings.pageSize, dialect: dialect)
    (self.onListening, self.onResponse) = (onListening, onResponse)
    localAuthority = Mutex("\(settings.host):\(settings.port)")
  }

  /// Listens and serves until shutdown or cancellation. Call once. Throws ``OriginServerError``.
  public func run() async throws {
    let listener = HTTPListener(
      host: settings.host, port: settings.port, portOption: "--port", limits: settings.limits, logger: logger)
    let http = HTTP1Channel(
      responder: { request, writer, channel in try await self.respond(to: request, with: writer, on: channel) },
      configuration: listener.configuration)
    do {
      try await listener.run(FaultyConnection(http: http, control: faults)) { self.didStartListening(on: $0) }
    } catch {
      await source.close()
      throw error
    }
    await source.close()
  }

  /// Returns when the threads that serve the connections of all servers of this process have answered: never if one of them hangs.
  public static func waitForThreads() async { await HTTPListener.waitForThreads() }

  private func didStartListening(on port: Int) {
    let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    let authority = "\(host):\(port)"
    localAuthority.withLock { $0 = authority }
    faults.start()
    logger.info("listening", metadata: ["base": "http://\(authority)\(source.basePath)"])
    if !AdminServer.isLoopback(authority), !host.hasPrefix("127.") {
      logger.notice("other machines may reach this server; use --host 127.0.0.1 to prevent that", metadata: ["host": "\(host)"])
    }
    onListening("http://\(authority)\(source.basePath)")
  }

  private func respond(to httpRequest: Request, with writer: consuming ResponseWriter, on channel: any Channel) async throws {
    let request = SWAPIRequest(httpRequest)
    let (seed, number, drawn) = faults.update { schedule, elapsed in
      let (number, drawn) = schedule.drawForRequest(target: request.target, elapsed: elapsed)
      return (schedule.seed, number, drawn)
    }
    var plan = await plan(for: request, drawn)
    var random = FaultRandom(seed: seed, number: number, rule: 0)
    plan.delay += settings.latency.sample(&random)
    await ResponseSender.pause(plan.delay)
    logger.debug(
      "request answered",
      metadata: ["method": "\(request.method)", "target": "\(request.target)", "status": "\(plan.status.code)", "faults": "\(drawn.count)"])
    onResponse(AnsweredRequest(method: request.method, target: request.target, status: plan.status.code))
    try await ResponseSender(request: httpRequest, channel: channel).send(plan, with: writer)
  }

  /// Returns the response of the source, changed by the faults.
  private func plan(for request: SWAPIRequest, _ drawn: [FaultSchedule.Drawn]) async -> ResponsePlan {
    let authority = localAuthority.withLock { $0 }
    var asked = request
    for drawn in drawn {
      drawn.fault.rewrite(&asked)
      if drawn.fault.needsBody { asked.fields[.ifNoneMatch] = nil }
    }
    var plan = await source.answer(asked, localAuthority: authority)
    let root = BaseURL.root(host: request.host, forwardedScheme: request.forwardedScheme, localAuthority: authority) ?? ""
    for drawn in drawn {
      var occasion = FaultOccasion(request: request, root: root, random: drawn.random)
      drawn.fault.apply(&plan, &occasion)
    }
    return plan
  }
}
