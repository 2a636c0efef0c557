import HTTPTypes
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import OrderedJSON
public import ServiceLifecycle

/// The admin endpoint of an ``OriginServer``: an HTTP server on 127.0.0.1 that lists and changes the rules in force; see ``AdminRequest``.
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

  private func respond(to request: Request, with writer: consuming ResponseWriter) async throws {
    let answer: AdminRequest.Answer
    if let body = try? await request.body.collect(upTo: FaultScript.maxSize) {
      answer = AdminRequest(
        method: request.method.rawValue, path: request.head.path ?? "/", host: request.head.authority,
        isFromWebPage: request.headers[.origin] != nil, body: String(buffer: body)
      ).answer(with: control)
    } else {
      answer = AdminRequest.Answer(status: 413, json: ["status": 413, "detail": "the body is too large"])
    }
    var head = HTTPResponse(status: HTTPResponse.Status(code: answer.status))
    head.headerFields[.allow] = answer.allow
    guard let json = answer.json else { return try await writer.writeResponse(head) }
    let body = ByteBuffer(bytes: json.bytes(.indented) + [UInt8(ascii: "\n")])
    head.headerFields[.contentType] = answer.status < 400 ? "application/json" : "application/problem+json"
    head.headerFields[.contentLength] = String(body.readableBytes)
    try await writer.write(response: head, body: request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: body))
  }
}

/// Answers the requests of the admin endpoint, which lists and changes the rules in force. Apart from the rules, it does no I/O.
///
/// | request | effect |
/// |---|---|
/// | `GET /rules` | the rules in force, their counters, and those of the server |
/// | `POST /rules` | adds the rules of the body, one a line |
/// | `PUT /rules` | replaces all rules |
/// | `DELETE /rules` | removes all rules |
/// | `DELETE /rules/ID` | removes one rule |
struct AdminRequest: Sendable {
  let method: String
  let path: String
  /// The field Host.
  let host: String?
  /// Whether a web page sent the request: browsers then send the field Origin (RFC 6454 section 7.3).
  let isFromWebPage: Bool
  let body: String

  /// An answer: a status and a JSON document; no document for 204.
  struct Answer: Sendable, Hashable {
    let status: Int
    var json: JSON?
    /// The field Allow, for 405.
    var allow: String?
  }

  func answer(with control: FaultControl) -> Answer {
    // A web page could otherwise change the rules: by itself, or with a host name that leads to this machine.
    guard !isFromWebPage, host.map(Self.isLoopback) ?? true else {
      return Self.problem(403, "the admin endpoint answers programs on this machine only, at 127.0.0.1 or localhost")
    }
    let parts = path.prefix { $0 != "?" }.split(separator: "/")
    do throws(OriginServerError) {
      switch (parts.first, parts.count) {
      case (nil, _), ("rules", 1): return try answerToRules(control)
      case ("rules", 2): return answerToRule(String(parts[1]), control)
      default: return Self.problem(404, "no such resource: use /rules or /rules/ID")
      }
    } catch { return Self.problem(400, error.message) }
  }

  private func answerToRules(_ control: FaultControl) throws(OriginServerError) -> Answer {
    switch method {
    case "GET", "HEAD": return Answer(status: 200, json: Self.document(control))
    case "POST", "PUT":
      let rules = try rules()
      let added = try control.update { schedule, elapsed throws(OriginServerError) in
        if method == "PUT" { schedule.removeAll() }
        return try schedule.add(rules, elapsed: elapsed)
      }
      return Answer(status: method == "POST" ? 201 : 200, json: .array(added.map(Self.json)))
    case "DELETE":
      control.update { schedule, _ in schedule.removeAll() }
      return Answer(status: 204)
    default: return Self.notAllowed(method, "GET, HEAD, POST, PUT, DELETE")
    }
  }

  private func answerToRule(_ id: String, _ control: FaultControl) -> Answer {
    guard method == "DELETE" else { return Self.notAllowed(method, "DELETE") }
    guard let number = Int(id), control.update({ schedule, _ in schedule.remove(number) }) else {
      return Self.problem(404, "no rule has the ID '\(id)': GET /rules lists the IDs")
    }
    return Answer(status: 204)
  }

  private func rules() throws(OriginServerError) -> [SourcedRule] {
    let rules = try FaultScript.rules(in: body, name: "body").map { SourcedRule($0.rule, source: "admin") }
    if rules.isEmpty { throw OriginServerError(.invalidRule, "the body has no rule; write one a line, such as: status 503 rate 0.3") }
    return rules
  }

  private static func document(_ control: FaultControl) -> JSON {
    let (schedule, elapsed) = control.update { ($0, $1) }
    return [
      "seed": .number(schedule.seed), "elapsed": .number((elapsed / .milliseconds(1)).rounded() / 1_000),
      "requests": .number(schedule.requests), "connections": .number(schedule.connections), "rules": .array(schedule.entries.map(json)),
    ]
  }

  private static func json(_ entry: FaultSchedule.Entry) -> JSON {
    [
      "id": .number(entry.id), "rule": .string(entry.rule.text), "source": .string(entry.source), "matched": .number(entry.matched),
      "applied": .number(entry.applied),
    ]
  }

  private static func problem(_ status: Int, _ detail: String) -> Answer {
    Answer(status: status, json: ["status": .number(status), "detail": .string(detail)])
  }

  private static func notAllowed(_ method: String, _ allowed: String) -> Answer {
    Answer(status: 405, json: ["status": 405, "detail": .string("'\(method)' is not allowed here: use \(allowed)")], allow: allowed)
  }

  /// Whether a value of Host is an address or name of this machine, with any port.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased())
  }
}
