public import MessageBus
import Models
public import OrderedJSON

/// A service request as a type, together with the type of its answer. Front-ends and workers share the encoding and the decoding,
/// so they cannot disagree: `decode(encode(x)) == x` holds for requests and answers.
public protocol Contract: Sendable, Hashable {
  associatedtype Answer: Sendable, Hashable

  /// The request as sent over the bus.
  var request: Request { get }

  /// Decodes a request. Returns `nil` if its method or path belongs to another contract; throws a 400 that names an invalid field.
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

/// An answer that is a JSON document, or a part of one.
public protocol JSONAnswer: Sendable, Hashable {
  var json: JSON { get }
  /// Returns `nil` for any other form.
  init?(_ json: JSON)
}

extension Contract where Answer: JSONAnswer {
  public static func reply(_ answer: Answer) -> Reply { Reply(content: answer.json.bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> Answer {
    guard let json = try? JSON(parsing: reply.content), let answer = Answer(json) else {
      throw .malformedReply(expected: "\(Answer.self)")
    }
    return answer
  }
}

/// Elements of another form are left out of a list.
extension Array: JSONAnswer where Element: JSONAnswer {
  public var json: JSON { .array(map(\.json)) }

  public init?(_ json: JSON) {
    guard let elements = json.array else { return nil }
    self = elements.compactMap { Element($0) }
  }
}

/// A value that is written as a member of an object.
protocol JSONMember {
  var json: JSON { get }
}

extension Int: JSONMember { var json: JSON { .number(self) } }
extension Int64: JSONMember { var json: JSON { .number(self) } }
extension Double: JSONMember { var json: JSON { .number(self) } }
extension Bool: JSONMember { var json: JSON { .bool(self) } }
extension String: JSONMember { var json: JSON { .string(self) } }
extension JSON: JSONMember { var json: JSON { self } }

extension JSON {
  /// Returns an object without the members that are `nil`.
  static func members(_ members: KeyValuePairs<String, (any JSONMember)?>) -> JSON {
    .object(Object(members.compactMap { member in member.value.map { (member.key, $0.json) } }))
  }
}

extension BusClient {
  /// Sends `contract` to `service` and returns the decoded answer. Throws failures of the bus and of the service as a ``Problem``.
  public func ask<C: Contract>(_ contract: C, of service: ServiceName, within limit: Duration) async throws(Problem) -> C.Answer {
    let reply: Reply
    do { reply = try await ask(service.text, contract.request, within: limit) } catch { throw Problem(error) }
    if let problem = reply.problem { throw problem }
    return try C.answer(reply)
  }
}

/// Sends requests to services, as services do among themselves: a ``MessageBus/BusClient``, or a fake in tests.
public protocol ServiceClient: Sendable {
  /// Sends `request` to `service` and returns the reply. Failures of the bus are returned as problem documents, like failures of the service.
  func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply

  /// Returns whether a worker of `service` is attached to the bus. The broker would keep a request for a while in case one joins.
  func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool
}

extension BusClient: ServiceClient {
  public func reply(of service: ServiceName, to request: Request, within limit: Duration) async -> Reply {
    do throws(BusError) { return try await ask(service.text, request, within: limit) } catch { return Reply(Problem(error)) }
  }

  public func hasWorker(of service: ServiceName, within limit: Duration) async -> Bool {
    (try? await ask("mmi.service", Request("GET", Target([service.text])), within: limit))?.status == 200
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

extension Request {
  /// Creates a request without the query items that are `nil`.
  init(_ method: String = "GET", path: String, query: KeyValuePairs<String, String?>, fields: Fields = [:]) {
    self.init(method, Target([path], query: query.compactMap { item in item.value.map { .init(item.key, $0) } }), fields: fields)
  }

  /// Whether this is a GET of a path with one component.
  func isGet(_ component: String) -> Bool { method == "GET" && target.path.count == 1 && target.path[0] == component }
}

extension Target {
  /// Returns a text of the query. Throws a 400 if it is longer than ``SearchRequest/maxTextLength``: matching costs time for every word.
  func text(_ name: String) throws(Problem) -> String? {
    guard let text = self[name] else { return nil }
    guard text.utf8.count <= SearchRequest.maxTextLength else {
      throw .badRequest(name, "the text is \(text.utf8.count) bytes long; the maximum is \(SearchRequest.maxTextLength)")
    }
    return text
  }

  /// Returns the item `kind`, or `nil` if there is none.
  func kind() throws(Problem) -> KindName? {
    guard let text = self["kind"] else { return nil }
    guard let kind = KindName(text) else { throw .badRequest("kind", "\(text.quoted) is not a valid kind name") }
    return kind
  }

  /// Returns a number of the query, or `nil` if there is none. Throws a 400 if it is not in `range`.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(digits: text), range.contains(number) else {
      let numbers = range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw .badRequest(name, "invalid \(name) \(text.quoted): use \(numbers)")
    }
    return number
  }

  /// Returns whether the item `order` is `descending`; `nil` if there is none. Throws a 400 for another value than these and `ascending`.
  func isDescending(orElse others: String = "") throws(Problem) -> Bool? {
    guard let order = self["order"] else { return nil }
    guard ["ascending", "descending"].contains(order) else {
      throw .badRequest("order", "unknown order \(order.quoted): use ascending\(others.isEmpty ? " or" : ",") descending\(others)")
    }
    return order == "descending"
  }
}

extension Reference {
  /// Reads a reference of the request's `field`. Throws a 400 for any other text.
  init(_ text: String, in field: String) throws(Problem) {
    guard let reference = Reference(text) else {
      throw .badRequest(field, "\(text.quoted) is not a record reference: use KIND/ID, for example people/1")
    }
    self = reference
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
