public import MessageBus

/// A request of a service as a type, with the type of its answer, coded both ways: front-ends and workers use the same one,
/// so they cannot disagree. `decode(encode(x)) == x` holds on both sides.
public protocol Contract: Sendable, Hashable {
  associatedtype Answer: Sendable, Hashable

  /// The request as it crosses the bus.
  var request: Request { get }

  /// Reads a request of this contract. `nil` when method or path belong to another contract; throws a 400 that names the field otherwise.
  init?(_ request: Request) throws(Problem)

  static func reply(_ answer: Answer) -> Reply

  /// Reads a successful reply; throws a 502 when it is not of the agreed form.
  static func answer(_ reply: Reply) throws(Problem) -> Answer
}

extension BusClient {
  /// Asks `service` under `contract`. Failures of the bus and of the service arrive alike, as a ``Problem`` (see ``Problem/init(_:)-(BusError)``).
  public func ask<C: Contract>(_ contract: C, of service: ServiceName, within limit: Duration) async throws(Problem) -> C.Answer {
    let reply: Reply
    do { reply = try await ask(service.text, contract.request, within: limit) } catch { throw Problem(error) }
    if let problem = reply.problem { throw problem }
    return try C.answer(reply)
  }
}
