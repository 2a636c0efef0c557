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
  /// The body; only its beginning if ``digest`` is there.
  var body: [UInt8] = []
  /// The digest of a body that was not kept, because it may be large.
  var digest: BodyDigest?

  /// The number of bytes of the body.
  var byteCount: Int { digest?.byteCount ?? body.count }
}

/// Sends the requests of a run.
protocol RequestSender: Sendable {
  /// Sends a request through one of the front-ends. Calls `completion` once, when the answer is complete or the time for it is over: on any
  /// thread, which it must not block, or before this method returns. Called concurrently.
  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void)

  /// Closes all connections; requests without an answer fail.
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
