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
  func answer(_ request: OriginRequest, localAuthority: String) async -> ResponsePlan

  /// Frees what the source holds. Called once, after the last request.
  func close() async
}

extension AnswerSource {
  public func close() async {}
}

/// A request as the server received it.
public struct OriginRequest: Sendable {
  var swapi: SWAPIRequest
  var fields: HTTPFields
}

/// Answers from the embedded catalogue.
struct CatalogueSource: AnswerSource {
  let responder: SWAPIResponder

  var basePath: String { "/api" }

  func answer(_ request: OriginRequest, localAuthority: String) async -> ResponsePlan {
    let isPreflight = request.swapi.method == "OPTIONS" && request.fields[.accessControlRequestMethod] != nil
    var plan = responder.respond(to: request.swapi, localAuthority: localAuthority)
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
      forwardedScheme: request.headers.first { $0.name.canonicalName == "x-forwarded-proto" }?.value, accept: request.headers[.accept],
      ifNoneMatch: request.headers[.ifNoneMatch], time: SystemTime.milliseconds)
  }
}
