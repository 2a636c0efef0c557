import HTTPTypes
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import OrderedJSON
public import ServiceLifecycle

/// The admin endpoint of an ``OriginServer``: an HTTP server on 127.0.0.1 that lists and changes the rules in force; see ``AdminRequest``.
public final class AdminServer: Service {
  /// Limits for few connections and for small bodies from this machine. With the times of the API, a hundred connections without a request
  /// would lock everyone out for more than a minute, and a hundred unfinished requests for half a minute.
  static let standardLimits = ConnectionLimits(idle: .seconds(5), request: .seconds(5), connections: 100)

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
    self.control = control
    self.port = port
    self.limits = limits ?? Self.standardLimits
    self.logger = logger
    self.onListening = onListening
  }

  /// Listens and serves until shutdown or cancellation. Call once. Throws ``OriginServerError``.
  public func run() async throws {
    let listener = HTTPListener(host: "127.0.0.1", port: port, portOption: "--admin-port", limits: limits, logger: logger)
    let http = HTTP1Channel(
      responder: { request, writer, _ in try await self.respond(to: request, with: writer) },
      configuration: listener.configuration(readsBodies: true))
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
