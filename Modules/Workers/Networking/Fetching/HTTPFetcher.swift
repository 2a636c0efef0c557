import Contracts
import CoreMetrics
import HTTPClient
import Platform
import Synchronization

/// Sends GETs to one origin, as ``FetchMachine`` decides.
final class HTTPFetcher: Sendable {
  private struct State {
    var machine: FetchMachine
    var completions: [UInt64: @Sendable (FetchMachine.Outcome) -> Void] = [:]
    /// The IDs of the client's requests, by flight.
    var transfers: [UInt64: UInt64] = [:]
    var alarm: ContinuousClock.Instant?
  }

  /// The origin's name in messages.
  private let origin: String
  private let settings: HTTPSettings
  private let client: HTTPClient
  private let state: Mutex<State>
  private let lastID = Atomic<UInt64>(0)
  private let requests, retries: Counter

  init(origin: String, settings: HTTPSettings, metrics: any MetricsFactory) throws(OriginError) {
    self.origin = origin
    self.settings = settings
    var options = HTTPClient.Settings(connections: settings.concurrency)
    // The request is aborted first.
    options.connectTimeout = settings.requestTimeout + .seconds(1)
    do { client = try HTTPClient(options) } catch { throw OriginError(.overloaded, error.message, cause: error) }
    state = Mutex(State(machine: FetchMachine(settings, origin: origin)))
    requests = Counter(label: "origin.requests", factory: metrics)
    retries = Counter(label: "origin.retries", factory: metrics)
  }

  /// Returns the response, of any status except a redirect. Throws ``OriginError/Code/timedOut`` at the deadline of `context`, or when the
  /// request timeout has passed since the request left the queue.
  ///
  /// - Parameter attempts: the number of requests already sent for it, which count towards ``maxAttempts``.
  func get(_ url: HTTPURL, _ context: FetchContext, afterAttempts attempts: Int = 0) async throws(OriginError) -> HTTPResponse {
    let id = lastID.add(1, ordering: .relaxed).newValue
    let request = HTTPRequest(url: url, entityTag: context.entityTag, modifiedSince: context.modifiedSince)
    let outcome: FetchMachine.Outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        update { state in
          state.completions[id] = { continuation.resume(returning: $0) }
          state.machine.ask(
            id, request, client: context.client, deadline: context.deadline, afterAttempts: attempts, now: .now)
          // If the task was cancelled before, the handler below has found no call.
          if Task.isCancelled { state.machine.cancel(id, now: .now) }
        }
      }
    } onCancel: {
      update { $0.machine.cancel(id, now: .now) }
    }
    return try outcome.get()
  }

  /// Runs tasks on the thread of the connections.
  var executor: any TaskExecutor { client.executor }
  /// Number of queued requests.
  var waitingCount: Int { state.withLock { $0.machine.queuedCount } }
  var breakerState: CircuitBreaker.State { state.withLock { $0.machine.control.breaker.state(now: .now) } }
  /// Total number of calls that started or joined a request.
  var joinCount: Int { state.withLock { $0.machine.joinCount } }
  /// Maximum number of requests sent for one document and caller.
  var maxAttempts: Int { settings.retry.maxRetries + 1 }
  /// Whether a request would be sent now, or queued.
  var isAvailable: Bool { state.withLock { $0.machine.control.refusal(now: .now) == nil } }

  func status(of origin: String) -> OriginStatus {
    state.withLock { $0.machine.status(of: origin, wallTime: SystemTime.seconds, now: .now) }
  }

  func close() async {
    update { $0.machine.cancelAll(now: .now) }
    await client.close()
  }

  /// Changes the machine, and performs its actions.
  private func update(_ change: (inout State) -> Void) {
    let finished = state.withLock { state in
      change(&state)
      var finished: [(@Sendable (FetchMachine.Outcome) -> Void, FetchMachine.Outcome)] = []
      for action in state.machine.takeActions() {
        switch action {
        // Within the lock, so that the client gets them in this order.
        case .send(let flight, let request): state.transfers[flight] = send(request, flight)
        case .abort(let flight): state.transfers.removeValue(forKey: flight).map(client.cancel)
        case .countRetry: retries.increment()
        case .finish(let call, let outcome): state.completions.removeValue(forKey: call).map { finished.append(($0, outcome)) }
        }
      }
      if let next = state.machine.nextTick(now: .now), next < state.alarm ?? next + .seconds(1) {
        state.alarm = next
        client.setAlarm(next) { [weak self] in
          self?.update { state in
            state.alarm = nil
            state.machine.tick(now: .now)
          }
        }
      }
      return finished
    }
    for (completion, outcome) in finished { completion(outcome) }
  }

  private func send(_ request: HTTPRequest, _ flight: UInt64) -> UInt64 {
    requests.increment()
    var fields = [HTTPClientField("accept", "application/json"), HTTPClientField("user-agent", "holocron")]
    // If both are sent, the tag takes precedence (RFC 9110 section 13.1.3); servers without tags use the date.
    if let tag = request.entityTag { fields.append(HTTPClientField("if-none-match", tag)) }
    if let date = request.modifiedSince { fields.append(HTTPClientField("if-modified-since", date)) }
    return client.send(HTTPClientRequest(request.url.description, fields: fields, maxBodySize: settings.maxBodySize)) { [self] result in
      let outcome = result.map { HTTPResponse($0) }.mapError {
        OriginError($0, host: request.url.host, origin: origin, maxBodySize: settings.maxBodySize)
      }
      update { state in
        state.transfers[flight] = nil
        state.machine.receive(outcome, of: flight, jitter: .random(in: 0..<1), now: .now)
      }
    }
  }
}
