import CCurl
import Platform
import Synchronization

/// Sends HTTP requests with libcurl: persistent connections, HTTP/2 where a server with TLS offers it, verified certificates. Never follows redirects and
/// keeps no cookies. One thread serves all connections.
///
/// As with curl, `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` in the environment select a proxy (not for servers on this machine), and
/// `SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's certificates. A request whose connection the server had closed before it received
/// anything is sent once more.
public final class HTTPClient: Sendable {
  public struct Settings: Sendable {
    /// Maximum number of requests at the server at once; others wait in order.
    public var connections: Int
    public var connectTimeout = Duration.seconds(15)
    /// Maximum size of the header of a response, interim responses included, in bytes.
    public var maxHeadSize = 128 << 10
    /// Whether to ask for gzip, and to decode bodies; otherwise, they arrive as they are.
    public var decompresses = true
    public var allowsHTTP2 = true
    /// Has the variables that name certificates and servers that are asked without a proxy.
    var environment = Environment.process

    public init(connections: Int) { self.connections = connections }
  }

  private let loop: HTTPClientLoop
  private let lastID = Atomic<UInt64>(0)

  /// Starts the thread. Throws ``HTTPClientErrorCode/system``.
  public init(_ settings: Settings) throws(HTTPClientError) { loop = try HTTPClientLoop(settings) }

  deinit { loop.add(.close {}) }

  /// Sends `request`. Throws ``HTTPClientErrorCode/cancelled`` if the task is cancelled.
  public func send(_ request: HTTPClientRequest) async throws(HTTPClientError) -> HTTPClientResponse {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let result: Result<HTTPClientResponse, HTTPClientError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.add(.start(HTTPClientCall(id: id, request: request) { continuation.resume(returning: $0) }))
        // If the task was cancelled before, the handler below has found no request.
        if Task.isCancelled { loop.add(.cancel(id)) }
      }
    } onCancel: {
      loop.add(.cancel(id))
    }
    return try result.get()
  }

  /// Sends `request`, and calls `completion` on the client's thread, where it must not block. Returns the ID for ``cancel(_:)``.
  ///
  /// - Parameter wakes: `false` if the caller holds a lock that the client's thread may need, and calls ``wake()`` without it.
  @discardableResult
  public func send(
    _ request: HTTPClientRequest, wakes: Bool = true, completion: @escaping @Sendable (Result<HTTPClientResponse, HTTPClientError>) -> Void
  ) -> UInt64 {
    let id = lastID.add(1, ordering: .relaxed).newValue
    loop.add(.start(HTTPClientCall(id: id, request: request, completion: completion)), wakes: wakes)
    return id
  }

  /// Wakes the client's thread after ``send(_:wakes:completion:)``.
  public func wake() { loop.wake() }

  /// Cancels a request, whose completion is then called with ``HTTPClientErrorCode/cancelled``.
  public func cancel(_ id: UInt64) { loop.add(.cancel(id)) }

  /// Calls `action` on the client's thread at `time`, in place of the action that was set before.
  public func setAlarm(_ time: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) { loop.add(.alarm(time, action)) }

  /// Calls `action` on the client's thread after the completions of all responses that have arrived: it hands over what they made, all at once.
  public func afterwards(_ action: @escaping @Sendable () -> Void) { loop.add(.run(action)) }

  /// Cancels all requests, closes the connections and ends the thread.
  public func close() async {
    await withCheckedContinuation { continuation in loop.add(.close { continuation.resume() }) }
  }
}

/// A request with the receiver of its result.
struct HTTPClientCall: Sendable {
  let id: UInt64
  let request: HTTPClientRequest
  let completion: @Sendable (Result<HTTPClientResponse, HTTPClientError>) -> Void
}
