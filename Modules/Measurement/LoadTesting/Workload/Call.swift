import MessageBus

/// One request of a run.
struct Call: Sendable {
  /// What is requested. Requests with equal keys have equal answers.
  struct Key: Sendable, Hashable {
    let operation: Operation
    let index: Int
  }

  enum Payload: Sendable, Hashable {
    case bus(service: String, Request)
    case http(String)

    /// What is requested, for messages: `GET /people/1`.
    var text: String {
      switch self {
      case .bus(_, let request): request.head
      case .http(let url): "GET \(url)"
      }
    }
  }

  let key: Key
  let payload: Payload
  /// Whether no other request of the run has this key.
  let isUnique: Bool
}

/// What came back for a ``Call``.
struct Answer: Sendable {
  /// The status of HTTP; `nil` without an answer.
  var status: Int?
  /// Why there was no answer, in a word or two: `deadline-exceeded`.
  var failure = ""
  var cacheStatus: String?
  /// The body; only its beginning if ``digest`` is there.
  var body: [UInt8] = []
  /// The digest of a body that was not kept, because it may be large.
  var digest: BodyDigest?

  var byteCount: Int { digest?.byteCount ?? body.count }
}

/// Sends the requests of a run.
protocol RequestSender: Sendable {
  /// Sends a request through one of the front-ends. Calls `completion` once, when the answer is complete or the time for it is over: on any
  /// thread, which it must not block, or before this method returns. Called concurrently.
  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void)

  func close() async
}

extension RequestSender {
  /// Sends a request and returns its answer. Cancelling the task returns at once.
  func send(_ call: Call, lane: Int) async -> Answer {
    let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
    send(call, lane: lane) { continuation.yield($0) }
    return await answers.first { _ in true } ?? Answer(failure: "cancelled")
  }
}

/// A kind of request, as `--mix` names it.
enum Operation: Sendable, Hashable, CaseIterable {
  case record
  /// A page of a list: `GET /people?page=2`.
  case list
  /// A search: `GET /search?q=luke`; from the fetch service, `GET /people?search=luke`.
  case search
  /// Suggestions for a text: `GET /suggest?q=lu`.
  case suggest
  case echo
  /// The request of the targets `service` and `http`.
  case request

  var name: String { "\(self)" }
}

/// Operations with their weights: `record=80,list=15,search=5`.
struct Mix: Sendable, Hashable {
  struct Part: Sendable, Hashable {
    let operation: Operation
    /// A share of the sum of all weights; greater than 0.
    let weight: Double
  }

  let parts: [Part]

  static func only(_ operation: Operation) -> Mix { Mix(parts: [Part(operation: operation, weight: 1)]) }

  private init(parts: [Part]) { self.parts = parts }

  /// Parses `record=80,list=15,search=5`; `nil` if an operation is unknown, repeated or has no weight.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).all { part -> Part? in
      let halves = part.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2, let operation = Operation.allCases.first(where: { $0.name == halves[0] }),
        let weight = Decimal.parse(halves[1]), weight > 0
      else { return nil }
      return Part(operation: operation, weight: weight)
    }
    guard let parts, Set(parts.map(\.operation)).count == parts.count else { return nil }
    self.init(parts: parts)
  }

  var text: String { parts.map { "\($0.operation.name)=\(Quantity.short($0.weight, digits: 3))" }.joined(separator: ",") }
}
