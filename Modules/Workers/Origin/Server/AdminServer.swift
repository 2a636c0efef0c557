import HTTPTypes
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import OrderedJSON
public import ServiceLifecycle

/// The admin endpoint of an ``OriginServer``: an HTTP server on 127.0.0.1 that lists and changes the rules in force.
///
/// | request | effect |
/// |---|---|
/// | `GET /rules` | the rules in force, their counters, and those of the server |
/// | `POST /rules` | adds the rules of the body, one a line |
/// | `PUT /rules` | replaces all rules |
/// | `DELETE /rules` | removes all rules |
/// | `DELETE /rules/ID` | removes one rule |
public final class AdminServer: Service {
  /// Limits for few connections and for small bodies from this machine. With the timeout of the API, a hundred connections without a request
  /// would lock everyone out for more than a minute.
  static let standardLimits = ConnectionLimits(timeout: .seconds(5), connections: 100)

  private let control: FaultControl
  private let port: Int
  let limits: ConnectionLimits
  private let logger: Logger
  private let onListening: @Sendable (_ url: String) -> Void

  /// - Parameters:
  ///   - port: the port to listen on; 0 selects a free port.
  ///   - onListening: called once, with the URL of the rules: `http://127.0.0.1:1139/rules`.
  public init(
    _ control: FaultControl, port: Int, limits: ConnectionLimits? = nil, logger: Logger,
    onListening: @escaping @Sendable (_ url: String) -> Void = { _ in }
  ) {
    (self.control, self.port, self.limits) = (control, port, limits ?? Self.standardLimits)
    (self.logger, self.onListening) = (logger, onListening)
  }

  /// Listens and serves until shutdown or cancellation. Call once. Throws ``OriginServerError``.
  public func run() async throws {
    let listener = HTTPListener(host: "127.0.0.1", port: port, portOption: "--admin-port", limits: limits, logger: logger)
    let http = HTTP1Channel(
      responder: { request, writer, _ in try await self.respond(to: request, with: writer) },
      configuration: listener.configuration)
    try await listener.run(http) { port in
      let url = "http://127.0.0.1:\(port)/rules"
      self.logger.info("listening", metadata: ["admin": "\(url)"])
      self.onListening(url)
    }
  }

  /// A status, a JSON document (`nil` for 204), and the field Allow for 405.
  private typealias Answer = (status: Int, json: JSON?, allow: String?)

  private func respond(to request: Request, with writer: consuming ResponseWriter) async throws {
    let body = try? await request.body.collect(upTo: FaultScript.maxSize)
    let answer = body.map { self.answer(request, String(buffer: $0)) } ?? Self.problem(413, "the body is too large")
    var head = HTTPResponse(status: HTTPResponse.Status(code: answer.status))
    head.headerFields[.allow] = answer.allow
    guard let json = answer.json else { return try await writer.writeResponse(head) }
    let content = ByteBuffer(bytes: json.bytes(.indented) + [UInt8(ascii: "\n")])
    head.headerFields[.contentType] = answer.status < 400 ? "application/json" : "application/problem+json"
    head.headerFields[.contentLength] = String(content.readableBytes)
    try await writer.write(response: head, body: request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: content))
  }

  private func answer(_ request: Request, _ body: String) -> Answer {
    // A web page could otherwise change the rules: by itself (browsers then send Origin, RFC 6454 section 7.3), or with a host name that leads
    // to this machine.
    guard request.headers[.origin] == nil, request.head.authority.map(Self.isLoopback) ?? true else {
      return Self.problem(403, "the admin endpoint answers programs on this machine only, at 127.0.0.1 or localhost")
    }
    let parts = (request.head.path ?? "/").prefix { $0 != "?" }.split(separator: "/").map(String.init)
    guard parts.isEmpty || (parts[0] == "rules" && parts.count <= 2) else {
      return Self.problem(404, "no such resource: use /rules or /rules/ID")
    }
    switch (request.method, parts.count == 2 ? parts[1] : nil) {
    case (.get, nil), (.head, nil): return (200, document, nil)
    case (.post, nil), (.put, nil):
      do throws(OriginServerError) {
        return (request.method == .post ? 201 : 200, try add(body, replacing: request.method == .put), nil)
      } catch { return Self.problem(400, error.message) }
    case (.delete, nil):
      control.update { schedule, _ in schedule.removeAll() }
      return (204, nil, nil)
    case (.delete, let id?):
      guard let number = Int(id), control.update({ schedule, _ in schedule.remove(number) }) else {
        return Self.problem(404, "no rule has the ID '\(id)': GET /rules lists the IDs")
      }
      return (204, nil, nil)
    case (_, let id):
      let allowed = id == nil ? "GET, HEAD, POST, PUT, DELETE" : "DELETE"
      return Self.problem(405, "'\(request.method.rawValue)' is not allowed here: use \(allowed)", allow: allowed)
    }
  }

  private func add(_ lines: String, replacing: Bool) throws(OriginServerError) -> JSON {
    let rules = try FaultScript.rules(in: lines, name: "body", source: "admin")
    if rules.isEmpty { throw OriginServerError(.invalidRule, "the body has no rule; write one a line, such as: status 503 rate 0.3") }
    let added = try control.update { schedule, elapsed throws(OriginServerError) in
      if replacing { schedule.removeAll() }
      return try schedule.add(rules, elapsed: elapsed)
    }
    return .array(added.map(Self.json))
  }

  private var document: JSON {
    let (schedule, elapsed) = control.update { ($0, $1) }
    return [
      "seed": .number(schedule.seed), "elapsed": .number((elapsed / .milliseconds(1)).rounded() / 1_000),
      "requests": .number(schedule.requests), "connections": .number(schedule.connections),
      "rules": .array(schedule.entries.map(Self.json)),
    ]
  }

  private static func json(_ entry: FaultSchedule.Entry) -> JSON {
    [
      "id": .number(entry.id), "rule": .string(entry.rule.text), "source": .string(entry.rule.source), "matched": .number(entry.matched),
      "applied": .number(entry.applied),
    ]
  }

  private static func problem(_ status: Int, _ detail: String, allow: String? = nil) -> Answer {
    (status, ["status": .number(status), "detail": .string(detail)], allow)
  }

  /// Whether a value of Host is an address or name of this machine, with any port.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased())
  }
}
