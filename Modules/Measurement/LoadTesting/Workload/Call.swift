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
    /// A GET of this URL.
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
  /// The field Cache-Status.
  var cacheStatus: String?
  var body: [UInt8] = []
}

/// Sends the requests of a run.
protocol RequestSender: Sendable {
  /// Sends a request through one of the front-ends and returns when the answer is complete or the time for it is over. Called concurrently.
  func send(_ call: Call, lane: Int) async -> Answer

  /// Closes all connections.
  func close() async
}
