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
    OriginAnswer(plan: responder.respond(to: request.swapi, localAuthority: localAuthority).plan)
  }
}
