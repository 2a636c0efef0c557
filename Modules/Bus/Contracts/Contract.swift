public import MessageBus
import OrderedJSON

/// A service request as a type, together with the type of its answer. Front-ends and workers share the encoding and the decoding,
/// so they cannot disagree: `decode(encode(x)) == x` holds for requests and answers.
public protocol Contract: Sendable, Hashable {
  associatedtype Answer: Sendable, Hashable

  /// The request as sent over the bus.
  var request: Request { get }

  /// Decodes a request of this contract. Returns `nil` if the method or path belongs to another contract; throws a 400 that names the field
  /// if a field is invalid.
  init?(_ request: Request) throws(Problem)

  /// Encodes an answer.
  static func reply(_ answer: Answer) -> Reply

  /// Decodes a successful reply. Throws a 502 if the reply is malformed.
  static func answer(_ reply: Reply) throws(Problem) -> Answer
}

extension BusClient {
  /// Sends `contract` to `service` and returns the decoded answer. Failures of the bus and of the service are both thrown as a ``Problem``
  /// (see ``Problem/init(_:)-(BusError)``).
  public func ask<C: Contract>(_ contract: C, of service: ServiceName, within limit: Duration) async throws(Problem) -> C.Answer {
    let reply: Reply
    do { reply = try await ask(service.text, contract.request, within: limit) } catch { throw Problem(error) }
    if let problem = reply.problem { throw problem }
    return try C.answer(reply)
  }

  /// Sends `request` to `service` and returns the reply. Failures of the bus are returned as problem documents, like failures of the service.
  public func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
    do throws(BusError) {
      return try await ask(service.text, request, within: limit)
    } catch {
      return Reply(Problem(error))
    }
  }
}

extension Reply {
  /// Parses the content. Throws a 502 if it is not JSON.
  func json() throws(Problem) -> JSON {
    do { return try JSON(parsing: content) } catch { throw .malformedReply(expected: "JSON") }
  }
}
