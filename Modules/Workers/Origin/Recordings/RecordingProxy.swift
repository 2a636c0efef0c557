import HTTPClient
import HTTPTypes
public import Logging
import OrderedJSON
import Platform
import ServiceLifecycle
import Synchronization

/// Forwards GET and HEAD to a server, answers as the server does, and records the answers; see ``Recording``.
///
/// Conditions and ranges (`If-None-Match`, `Range`) are not forwarded, so that the recording has whole responses. A body is forwarded when all
/// of it has arrived, and has at most 8 MiB, as fetchers accept. A response that does not arrive whole is answered with 502 and not recorded.
/// If too many bodies wait for slow clients, the answer is 503, as it is to requests that the server has not answered whole a second after the
/// proxy was asked to stop.
public final class RecordingProxy: AnswerSource {
  private static let maxBody = 8 << 20
  /// Number of requests at the server; others wait in order.
  private static let connections = 16
  private static let timeout = Duration.seconds(60)
  /// The time that a server has to finish its answers when the recording is to end.
  private static let stopTime = Duration.seconds(1)

  public let basePath: String
  private let server: String
  private let client: HTTPClient
  private let writer: RecordingWriter
  private let budget = BodyBudget(connections * maxBody)
  private let logger: Logger

  /// Creates the file. Throws ``OriginServerErrorCode/invalidURL`` or ``OriginServerErrorCode/unreadableFile``.
  ///
  /// - Parameter url: the API root of a server, such as `https://swapi.dev/api`. Requests go to its scheme, host and port, with the path of the
  ///   client.
  public init(to url: String, file path: String, logger: Logger) throws(OriginServerError) {
    (server, basePath) = try Self.parts(of: url)
    writer = try RecordingWriter(
      creating: path, Recording(server: server, base: basePath, started: CalendarTime(secondsSince1970: SystemTime.seconds).text))
    self.logger = logger
    // The bytes of the server, as they are.
    var settings = HTTPClient.Settings(connections: Self.connections)
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

  public func answer(_ request: SWAPIRequest, localAuthority: String) async -> ResponsePlan {
    let (method, target) = (request.method, request.target)
    guard ["GET", "HEAD"].contains(method) else { return ResponsePlan(error: 405, "Only GET and HEAD are forwarded") }
    guard target.hasPrefix("/") else { return ResponsePlan(error: 400, "The target is not a path") }
    func refusal(_ status: Int, _ reason: String) -> ResponsePlan {
      logger.warning("answer is not recorded", metadata: ["target": "\(target)", "reason": "\(reason)"])
      return ResponsePlan(error: status, reason)
    }
    let start = ContinuousClock.now
    let response: HTTPClientResponse
    do throws(HTTPClientError) { response = try await send(request) } catch {
      switch error.code {
      case .tooLarge: return refusal(502, "The response cannot be forwarded: its body has more than \(Self.maxBody) bytes")
      case .cancelled where !Task.isCancelled: return refusal(503, "The recording has ended")
      default:
        logger.warning("server did not answer", metadata: ["target": "\(target)", "error": "\(error)"])
        return ResponsePlan(error: 502, "The recorded server did not answer")
      }
    }
    // Other statuses than these end no request (RFC 9110 section 15.2), and the format of recordings does not have them.
    guard (200...599).contains(response.status) else {
      return refusal(502, "The response cannot be forwarded: its status is \(response.status)")
    }
    guard let share = BodyBudget.Share(response.body.count, of: budget) else {
      return refusal(503, "Too many concurrent responses have large bodies")
    }
    let exchange = RecordedExchange(
      method: method, target: target, status: response.status, fields: response.fields, after: start.duration(to: .now),
      body: response.body)
    if let reason = await writer.write(exchange) {
      logger.warning("answer is not recorded", metadata: ["target": "\(target)", "reason": "\(reason)"])
    }
    var plan = exchange.plan
    plan.bodyShare = share
    // The connection to the server has its own fields.
    for name in Self.connectionFields { HTTPField.Name(name).map { plan.fields[$0] = nil } }
    plan.isVerbatim = plan.fields[.contentLength] != nil || method == "HEAD"
    return plan
  }

  /// Fields for one connection (RFC 9110 section 7.6.1).
  private static let connectionFields: Set = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
  /// Fields that lead to responses that are not whole.
  private static let conditions: Set = [
    "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range", "expect", "content-length",
  ]

  /// Sends a request to the server. Throws ``HTTPClientErrorCode/cancelled`` also when ``stopTime`` is over.
  private func send(_ request: SWAPIRequest) async throws(HTTPClientError) -> HTTPClientResponse {
    let left = Self.connectionFields.union(Self.conditions)
    var forwarded = HTTPClientRequest(
      server + request.target,
      fields: request.fields.filter { !left.contains($0.name.canonicalName) }.map { HTTPClientField($0.name.rawName, $0.value) },
      deadline: .now + Self.timeout, maxBodySize: Self.maxBody)
    forwarded.method = request.method
    let result: Result<HTTPClientResponse, HTTPClientError> = await withGracefulShutdownHandler { [forwarded] in
      do throws(HTTPClientError) { return .success(try await client.send(forwarded)) } catch { return .failure(error) }
    } onGracefulShutdown: { [client] in
      client.setAlarm(.now + Self.stopTime) { Task { await client.close() } }
    }
    return try result.get()
  }
}

/// Writes a recording, a line at a time, so that a process that ends early leaves whole lines.
///
/// An actor, not a lock: while one task encodes and writes a large body, the others wait without blocking the threads that run them all.
actor RecordingWriter {
  private let file: Descriptor
  private var size: Int

  /// Creates the file with mode 0600. Throws ``OriginServerErrorCode/unreadableFile``, also if there is a file.
  init(creating path: String, _ recording: Recording) throws(OriginServerError) {
    let line = recording.headerLine.bytes() + [UInt8(ascii: "\n")]
    var isCreated = false
    do throws(SystemError) {
      try FileSystem.createPrivate(path)
      isCreated = true
      file = try Descriptor.open(path, for: .appending, followsLink: false)
      try file.write(line)
    } catch {
      // It would have to be removed before the next try.
      if isCreated { FileSystem.remove(path) }
      let reason = error.number == .alreadyExists ? "it exists; choose another name with --to, or remove the file" : error.reason
      throw OriginServerError(.unreadableFile, "cannot create \(path): \(reason)", cause: error)
    }
    size = line.count
  }

  /// Returns why the exchange was left out; `nil` if it was written.
  func write(_ exchange: RecordedExchange) -> String? {
    guard exchange.isReadable else { return "it has a field that recordings cannot have" }
    let line = exchange.json.bytes() + [UInt8(ascii: "\n")]
    guard size + line.count <= Recording.maxSize else {
      // Nothing smaller may follow, or the recording would have a gap.
      size = Recording.maxSize
      return "the recording has its maximum size of \(Recording.maxSize) bytes"
    }
    do throws(SystemError) { try file.write(line) } catch {
      // A part of the line would damage the recording.
      try? file.truncate(to: size)
      return error.reason
    }
    size += line.count
    return nil
  }
}

/// The number of bytes that bodies may have in memory together until they are sent.
final class BodyBudget: Sendable {
  private let left: Mutex<Int>

  init(_ limit: Int) { left = Mutex(limit) }

  /// The bytes of one body. They are free again when nothing refers to the share.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let count: Int

    /// Returns `nil` if the budget has no room.
    init?(_ count: Int, of budget: BodyBudget) {
      let hasRoom = budget.left.withLock { left in
        guard left >= count else { return false }
        left -= count
        return true
      }
      guard hasRoom else { return nil }
      (self.budget, self.count) = (budget, count)
    }

    deinit { budget.left.withLock { $0 += count } }
  }
}
