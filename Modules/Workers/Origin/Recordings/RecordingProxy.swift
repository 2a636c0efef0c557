import HTTPClient
import HTTPTypes
public import Logging
import Platform
import ServiceLifecycle
import Synchronization

/// Forwards GET and HEAD to a server, answers as the server does, and records the answers; see ``Recording``.
///
/// Conditions and ranges (`If-None-Match`, `Range`) are not forwarded, so that the recording has whole responses. A body is forwarded when all
/// of it has arrived, and has at most 64 MiB; all concurrent bodies together have at most 128 MiB. A response that does not arrive whole is
/// answered with 502 and not recorded. Without room for its body it is answered with 503, as are requests that the server has not answered
/// whole a second after the proxy was asked to stop.
public final class RecordingProxy: AnswerSource {
  private static let maxBody = 64 << 20
  private static let maxBodies = 128 << 20
  /// Number of pieces whose times are kept; later bytes belong to the last one.
  private static let maxPieces = 10_000

  public let basePath: String
  private let server: String
  private let forwardsHost: Bool
  private let client: HTTPClient
  private let writer: RecordingWriter
  private let timeout: Duration
  private let budget = BodyBudget(maxBodies)
  private let logger: Logger
  private let start = ContinuousClock.now

  /// Creates the file. Throws ``OriginServerErrorCode/invalidURL`` or ``OriginServerErrorCode/unreadableFile``.
  ///
  /// - Parameters:
  ///   - url: the API root of a server, such as `https://swapi.dev/api`. Requests go to its scheme, host and port, with the path of the client.
  ///   - forwardsHost: whether the server gets the client's Host, so that links in its answers lead to the proxy. Most public servers answer
  ///     only to their own name; they get that name, and the client's in X-Forwarded-Host.
  ///   - timeout: the time a response may take.
  public init(
    to url: String, file path: String, forwardsHost: Bool = false, timeout: Duration = .seconds(60), logger: Logger
  ) throws(OriginServerError) {
    (server, basePath) = try Self.parts(of: url)
    writer = try RecordingWriter(
      creating: path, Recording(server: server, base: basePath, started: CalendarTime(secondsSince1970: SystemTime.seconds).text))
    self.forwardsHost = forwardsHost
    self.timeout = timeout
    self.logger = logger
    // The bytes of the server, as they are.
    var settings = HTTPClient.Settings(connections: 64)
    settings.decompresses = false
    settings.allowsHTTP2 = false
    do { client = try HTTPClient(settings) } catch { throw OriginServerError(.systemError, error.message, cause: error) }
  }

  /// Returns scheme and authority, and the path without a slash at the end.
  static func parts(of url: String) throws(OriginServerError) -> (server: String, basePath: String) {
    let invalid = OriginServerError(
      .invalidURL, "invalid value '\(url)' for --record: expected the URL of an HTTP server, such as https://swapi.dev/api")
    guard let scheme = ["http://", "https://"].first(where: { url.hasPrefix($0) }) else { throw invalid }
    let rest = url.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    var path = rest.dropFirst(authority.count)
    while path.hasSuffix("/") { path.removeLast() }
    guard BaseURL.isHost(String(authority)), !path.contains(where: { "?# ".contains($0) }) else { throw invalid }
    return (scheme + authority, String(path))
  }

  public func close() async { await client.close() }

  public func answer(_ request: OriginRequest, localAuthority: String) async -> ResponsePlan {
    guard ["GET", "HEAD"].contains(request.swapi.method) else {
      return ResponsePlan(error: 405, "Only GET and HEAD are forwarded")
    }
    guard request.swapi.target.hasPrefix("/") else { return ResponsePlan(error: 400, "The target is not a path") }
    do {
      let share = BodyBudget.Share(of: budget)
      let exchange = try await forwardUntilStopped(request, share)
      if let reason = await writer.write(exchange) {
        logger.warning("answer is not recorded", metadata: ["target": "\(exchange.target)", "reason": "\(reason)"])
      }
      var plan = exchange.plan(keepsTiming: false)
      plan.bodyShare = share
      // The connection to the server has its own fields.
      for name in Self.connectionFields { HTTPField.Name(name).map { plan.fields[$0] = nil } }
      plan.isVerbatim = plan.fields[.contentLength] != nil || request.swapi.method == "HEAD"
      return plan
    } catch let refusal as Refusal {
      logger.warning("answer is not recorded", metadata: ["target": "\(request.swapi.target)", "reason": "\(refusal)"])
      return ResponsePlan(error: refusal.status, refusal.description)
    } catch  where Task.isCancelled {
      logger.debug("client disconnected before the server answered", metadata: ["target": "\(request.swapi.target)"])
      return ResponsePlan(error: 502, "The client disconnected")
    } catch {
      logger.warning("server did not answer", metadata: ["target": "\(request.swapi.target)", "error": "\(error)"])
      return ResponsePlan(error: 502, "The recorded server did not answer")
    }
  }

  /// The time that a server has to finish its answers when the recording is to end.
  private static let stopTime = Duration.seconds(1)

  /// Throws ``Refusal/stopping`` when ``stopTime`` is over.
  private func forwardUntilStopped(_ request: OriginRequest, _ share: BodyBudget.Share) async throws -> RecordedExchange {
    try await withThrowingTaskGroup(of: RecordedExchange.self) { group in
      group.addTask { try await self.forward(request, share) }
      group.addTask {
        try await gracefulShutdown()
        try await Task.sleep(for: Self.stopTime)
        throw Refusal.stopping
      }
      defer { group.cancelAll() }
      guard let exchange = try await group.next() else { throw CancellationError() }
      return exchange
    }
  }

  private func forward(_ request: OriginRequest, _ share: BodyBudget.Share) async throws -> RecordedExchange {
    let sentAt = ContinuousClock.now
    let received = Mutex((pieces: [(at: ContinuousClock.Instant, bytes: [UInt8])](), hasRoom: true))
    var forwarded = forwarded(request)
    (forwarded.deadline, forwarded.maxBodySize) = (sentAt + timeout, Self.maxBody)
    forwarded.onBody = { bytes in
      received.withLock { received in
        received.hasRoom = share.grow(by: bytes.count)
        // A server that sends single bytes would take many times their size.
        if received.pieces.count >= Self.maxPieces {
          received.pieces[Self.maxPieces - 1].bytes += bytes
        } else {
          received.pieces.append((.now, Array(bytes)))
        }
        return received.hasRoom
      }
    }
    let response: HTTPClientResponse
    do throws(HTTPClientError) { response = try await client.send(forwarded) } catch {
      guard error.code == .tooLarge else { throw error }
      throw received.withLock { $0.hasRoom } ? Refusal.tooLarge : .noRoom
    }
    // Other statuses than these end no request (RFC 9110 section 15.2), and the format of recordings does not have them.
    guard (200...599).contains(response.status) else {
      throw Refusal(status: 502, description: "The response cannot be forwarded: its status is \(response.status)")
    }
    var last = response.headReceivedAt
    return RecordedExchange(
      method: request.swapi.method, target: request.swapi.target, sentAt: start.duration(to: sentAt), status: response.status,
      reason: response.reason, fields: response.fields, headAfter: sentAt.duration(to: last),
      body: received.withLock { $0.pieces }.map { piece in
        defer { last = piece.at }
        return RecordedExchange.Piece(pause: last.duration(to: piece.at), bytes: piece.bytes)
      })
  }

  /// Why an answer of the server is neither recorded nor forwarded: the status that the client gets instead, and a sentence.
  private struct Refusal: Error, CustomStringConvertible {
    let status: Int
    let description: String

    static let tooLarge = Refusal(
      status: 502, description: "The response cannot be forwarded: its body has more than \(RecordingProxy.maxBody) bytes")
    /// Concurrent responses have bodies of the maximum size together.
    static let noRoom = Refusal(status: 503, description: "Too many concurrent responses have large bodies")
    static let stopping = Refusal(status: 503, description: "The recording has ended")
  }

  /// Fields for one connection (RFC 9110 section 7.6.1).
  private static let connectionFields: Set = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
  /// Fields that lead to responses that are not whole.
  private static let conditions: Set = [
    "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range", "expect", "content-length",
  ]

  private func forwarded(_ request: OriginRequest) -> HTTPClientRequest {
    let left = Self.connectionFields.union(Self.conditions)
    var fields = request.fields.filter { !left.contains($0.name.canonicalName) }.map { HTTPClientField($0.name.rawName, $0.value) }
    if let host = request.swapi.host {
      fields.removeAll { ["x-forwarded-host", "x-forwarded-proto"].contains($0.name.lowercased()) }
      fields.append(HTTPClientField("x-forwarded-host", host))
      fields.append(HTTPClientField("x-forwarded-proto", request.swapi.forwardedScheme ?? "http"))
      if forwardsHost { fields.append(HTTPClientField("host", host)) }
    }
    var forwarded = HTTPClientRequest(server + request.swapi.target, fields: fields)
    forwarded.method = request.swapi.method
    return forwarded
  }
}
