public import MessageBus
import Models
public import OrderedJSON

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

extension Contract where Answer == CachedResponse {
  public static func reply(_ answer: CachedResponse) -> Reply { answer.reply }
  public static func answer(_ reply: Reply) throws(Problem) -> CachedResponse { CachedResponse(reply) }
}

/// An answer that is a JSON document.
public protocol JSONAnswer: Sendable, Hashable {
  var json: JSON { get }
  /// Throws a 502 for any other form.
  init(_ json: JSON) throws(Problem)
}

extension Contract where Answer: JSONAnswer {
  public static func reply(_ answer: Answer) -> Reply { Reply(content: answer.json.bytes()) }
  public static func answer(_ reply: Reply) throws(Problem) -> Answer { try Answer(try reply.json()) }
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

/// Names of Holocron's services on the bus.
public struct ServiceName: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  package init(_ text: String) { self.text = text }

  public static let cache = ServiceName("holocron.cache")
  public static let fetch = ServiceName("holocron.fetch")
  public static let search = ServiceName("holocron.search")

  public var description: String { text }

  /// The executable that starts a worker for this service, for use in messages: `holocron-fetcher`.
  public var executable: String {
    switch self {
    case .fetch: "holocron-fetcher"
    default: text.replacing("holocron.", with: "holocron-")
    }
  }
}

extension Target {
  /// Returns the item `q`. Throws a 400 if the text is longer than ``SearchRequest/maxTextLength``: matching costs time for every word.
  func queryText() throws(Problem) -> String? {
    guard let text = self["q"] else { return nil }
    guard text.utf8.count <= SearchRequest.maxTextLength else {
      throw .badRequest("q", "the text is \(text.utf8.count) bytes long; the maximum is \(SearchRequest.maxTextLength)")
    }
    return text
  }

  /// Returns the item `kind`, or `nil` if there is none.
  func kind() throws(Problem) -> KindName? {
    guard let text = self["kind"] else { return nil }
    guard let kind = KindName(text) else { throw .badRequest("kind", "\(text.quoted) is not a valid kind name") }
    return kind
  }

  /// Returns the item `limit`, from 1 to `max`.
  func limit(default: Int, max: Int) throws(Problem) -> Int {
    guard let text = self["limit"] else { return `default` }
    guard let limit = Int(digits: text), (1...max).contains(limit) else {
      throw .badRequest("limit", "invalid limit \(text.quoted): use 1 to \(max)")
    }
    return limit
  }
}

extension String {
  /// The text in quotation marks, truncated to 80 bytes for use in a message.
  var quoted: String {
    let maxLength = 80
    guard utf8.count > maxLength else { return "'\(self)'" }
    return "'\(String(decoding: utf8.prefix(maxLength), as: UTF8.self))…'"
  }
}

extension Task where Failure == Never {
  /// Returns the value of the task, or `nil` if the task takes longer than `limit` or the caller is cancelled before. Does not cancel the task.
  package func value(within limit: Duration) async -> Success? {
    let (values, continuation) = AsyncStream.makeStream(of: Success.self, bufferingPolicy: .bufferingOldest(1))
    // A task group would wait for the task, which the caller's cancellation does not end.
    _Concurrency.Task<Void, Never> { continuation.yield(await self.value) }
    let timer = _Concurrency.Task<Void, Never> {
      try? await _Concurrency.Task<Never, Never>.sleep(for: limit)
      continuation.finish()
    }
    defer { timer.cancel() }
    for await value in values { return value }
    return nil
  }
}
