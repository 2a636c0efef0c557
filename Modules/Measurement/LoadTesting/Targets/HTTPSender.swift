import Contracts
import HTTPClient
import Synchronization

/// Sends GETs to a server over persistent connections, without redirects.
final class HTTPSender: RequestSender {
  private let client: HTTPClient
  private let timeout: Duration
  private let digests: Bool

  /// - Parameters:
  ///   - connections: the maximum number of connections.
  ///   - digests: whether answers have the digests of their bodies.
  init(connections: Int, timeout: Duration, digests: Bool = true) throws(HTTPClientError) {
    var settings = HTTPClient.Settings(connections: connections)
    settings.connectTimeout = timeout
    settings.decompresses = false
    client = try HTTPClient(settings)
    self.timeout = timeout
    self.digests = digests
  }

  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void) {
    guard case .http(let url) = call.payload else { return completion(Answer(failure: "not a request of HTTP")) }
    let answer = PartialAnswer(digests: digests && !call.isUnique)
    var request = HTTPClientRequest(url, fields: Self.fields, deadline: .now + timeout)
    request.onBody = { answer.append($0) }
    client.send(request) { result in
      switch result {
      case .success(let response): completion(answer.complete(response))
      case .failure(let error): completion(Answer(failure: Self.reason(error)))
      }
    }
  }

  /// Only connects, since the server counts each request, and rules for faults apply to it.
  func connect(_ call: Call) async -> Answer {
    guard case .http(let url) = call.payload else { return Answer(failure: "not a request of HTTP") }
    var request = HTTPClientRequest(url, deadline: .now + timeout)
    request.onlyConnects = true
    do throws(HTTPClientError) {
      _ = try await client.send(request)
      return Answer(status: 200)
    } catch { return Answer(failure: Self.reason(error)) }
  }

  private static let fields = [HTTPClientField("accept", "application/json"), HTTPClientField("user-agent", "holocron-load")]

  /// Returns a few words without values, so that equal failures are counted together.
  private static func reason(_ error: HTTPClientError) -> String {
    switch error.code {
    case .timedOut, .connectTimeout: "deadline-exceeded"
    case .refused, .unreachable, .unknownHost, .system: "no connection"
    case .connectionLost: "connection closed"
    case .cancelled: "cancelled"
    default: "HTTP error"
    }
  }

  /// Does not wait for the end: with thousands of requests outstanding, that takes seconds.
  func close() async { Task { await client.close() } }
}

/// An ``Answer`` while it arrives. Keeps only the beginning of the body: as many bodies as requests are outstanding can be larger than the memory.
private final class PartialAnswer: Sendable {
  /// Enough for the explanation in a problem document.
  private static let keptBytes = 1_024

  private let answer = Mutex(Answer(digest: BodyDigest()))
  private let digests: Bool

  /// - Parameter digests: whether the body is hashed.
  init(digests: Bool) { self.digests = digests }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    answer.withLock { answer in
      let missing = Self.keptBytes - answer.body.count
      if missing > 0 { answer.body += bytes.prefix(missing) }
      if digests { answer.digest?.append(bytes) } else { answer.digest?.skip(bytes.count) }
      return true
    }
  }

  func complete(_ response: HTTPClientResponse) -> Answer {
    answer.withLock { answer in
      answer.status = response.status
      answer.cacheStatus = response.field("cache-status")
      return answer
    }
  }
}
