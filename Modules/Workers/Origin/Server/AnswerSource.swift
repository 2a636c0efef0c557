import HTTPTypes

/// What the server answers from before faults are applied: the catalogue, a recording, or another server.
public protocol AnswerSource: Sendable {
  /// The path of the API root, without a slash at the end: `/api`.
  var basePath: String { get }

  /// Returns the response to a request.
  ///
  /// - Parameter localAuthority: host and port that the server listens on.
  func answer(_ request: OriginRequest, localAuthority: String) async -> OriginAnswer

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

/// A response before faults are applied.
public struct OriginAnswer: Sendable {
  var plan: ResponsePlan
}

/// Answers from the embedded catalogue.
struct CatalogueSource: AnswerSource {
  let responder: SWAPIResponder

  var basePath: String { "/api" }

  func answer(_ request: OriginRequest, localAuthority: String) async -> OriginAnswer {
    let isPreflight = request.swapi.method == "OPTIONS" && request.fields[.accessControlRequestMethod] != nil
    var plan = responder.respond(to: request.swapi, localAuthority: localAuthority).plan
    if isPreflight { plan = ResponsePlan(status: .noContent) }
    // Web pages of any site may read the catalogue (https://fetch.spec.whatwg.org/#http-cors-protocol).
    plan.fields[.accessControlAllowOrigin] = "*"
    plan.fields[.accessControlAllowMethods] = isPreflight ? "GET, HEAD, OPTIONS" : nil
    plan.fields[.accessControlAllowHeaders] = isPreflight ? request.fields[.accessControlRequestHeaders] : nil
    return OriginAnswer(plan: plan)
  }
}
