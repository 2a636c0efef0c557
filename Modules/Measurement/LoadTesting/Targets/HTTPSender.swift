import AsyncHTTPClient
import Contracts
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends GETs to a server over pooled connections, without redirects and retries.
final class HTTPSender: RequestSender {
  private let client: HTTPClient
  private let timeout: TimeAmount
  private let digests: Bool

  /// - Parameters:
  ///   - connections: the maximum number of connections.
  ///   - digests: whether answers have the digests of their bodies.
  init(connections: Int, timeout: Duration, digests: Bool = true) {
    self.digests = digests
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.tracing.tracer = nil
    // A failure must be counted, not hidden by a second attempt.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, connections)
    self.timeout = TimeAmount(timeout)
    configuration.timeout.connect = self.timeout
    // For connections whose server stops answering, besides the deadline of each request.
    configuration.timeout.read = self.timeout
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func send(_ call: Call, lane: Int, completion: @escaping @Sendable (Answer) -> Void) {
    guard case .http(let url) = call.payload else { return completion(Answer(failure: "not a request of HTTP")) }
    let request: HTTPClient.Request
    do { request = try HTTPClient.Request(url: url, headers: Self.headers) } catch {
      return completion(Answer(failure: Self.reason(error)))
    }
    let delegate = AnswerDelegate(digests: digests && !call.isUnique)
    client.execute(request: request, delegate: delegate, deadline: .now() + timeout).futureResult.whenComplete { result in
      switch result {
      case .success(let answer): completion(answer)
      case .failure(let error): completion(Answer(failure: Self.reason(error)))
      }
    }
  }

  /// Only connects, since the server counts each request, and rules for faults apply to it. Cancelling the task returns at once.
  func connect(_ call: Call) async -> Answer {
    guard case .http(let text) = call.payload, let url = try? HTTPURL(text) else { return Answer(failure: "not a request of HTTP") }
    let (answers, continuation) = AsyncStream.makeStream(of: Answer.self)
    ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(timeout)
      .connect(host: url.host.filter { $0 != "[" && $0 != "]" }, port: url.port).flatMap { $0.close() }
      .map { Answer(status: 200) }.recover { Answer(failure: Self.reason($0)) }.whenSuccess { continuation.yield($0) }
    return await answers.first { _ in true } ?? Answer(failure: "cancelled")
  }

  private static let headers: HTTPHeaders = ["accept": "application/json", "user-agent": "holocron-load"]

  /// Returns a few words without values, so that equal failures are counted together.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: reason(error)
    case ChannelError.connectTimeout: "deadline-exceeded"
    case is IOError, is ChannelError, is NIOConnectionError: "no connection"
    default: "\(type(of: error))"
    }
  }

  private static func reason(_ error: HTTPClientError) -> String {
    switch error {
    case .deadlineExceeded, .readTimeout, .connectTimeout: "deadline-exceeded"
    case .getConnectionFromPoolTimeout: "no free connection"
    case .remoteConnectionClosed: "connection closed"
    default: "HTTP error"
    }
  }

  /// Does not wait for the end: with thousands of requests outstanding, that takes seconds.
  func close() async {
    // The only possible error is that the client is closed already.
    Task { [client] in try? await client.shutdown() }
  }
}
