import HTTPTypes
import HummingbirdCore
import Platform

/// What the server answers from before faults are applied: the catalogue, a recording, or another server.
public protocol AnswerSource: Sendable {
  /// The path of the API root, without a slash at the end: `/api`.
  var basePath: String { get }

  /// Returns the response to a request.
  ///
  /// - Parameter localAuthority: host and port that the server listens on.
  func answer(_ request: SWAPIRequest, localAuthority: String) async -> ResponsePlan

  /// Frees what the source holds. Called once, after the last request.
  func close() async
}

extension AnswerSource {
  public func close() async {}
}

extension SWAPIResponder: AnswerSource {
  var basePath: String { "/api" }

  func answer(_ request: SWAPIRequest, localAuthority: String) async -> ResponsePlan {
    let isPreflight = request.method == "OPTIONS" && request.fields[.accessControlRequestMethod] != nil
    var plan = respond(to: request, localAuthority: localAuthority)
    if isPreflight { plan = ResponsePlan(status: .noContent) }
    // Web pages of any site may read the catalogue (https://fetch.spec.whatwg.org/#http-cors-protocol).
    plan.fields[.accessControlAllowOrigin] = "*"
    plan.fields[.accessControlAllowMethods] = isPreflight ? "GET, HEAD, OPTIONS" : nil
    plan.fields[.accessControlAllowHeaders] = isPreflight ? request.fields[.accessControlRequestHeaders] : nil
    return plan
  }
}

extension SWAPIRequest {
  init(_ request: Request) {
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "/", host: request.head.authority,
      forwardedScheme: request.headers.first { $0.name.canonicalName == "x-forwarded-proto" }?.value, fields: request.headers,
      time: SystemTime.milliseconds)
  }
}
