import Catalogue
import Contracts
public import MessageBus
public import Models
public import OrderedJSON
import Synchronization

/// A client that requests records in a loop and compares every response with the catalogue, for tests in which processes are killed or
/// stopped. The origin must serve the catalogue.
public struct SoakTest: Sendable {
  public var references: [Reference]
  /// The timeout of each request.
  public var limit: Duration
  /// The number of concurrent requests.
  public var concurrency: Int
  /// The total number of requests; `nil` runs until the task is cancelled.
  public var requests: Int?

  public init(_ references: [Reference], limit: Duration, concurrency: Int, requests: Int?) {
    self.references = references
    self.limit = limit
    self.concurrency = concurrency
    self.requests = requests
  }

  /// Counts of the responses so far.
  public struct Outcome: Sendable {
    /// Responses with the expected record.
    public var right = 0
    /// Responses with any other content.
    public var wrong = 0
    /// Errors and timeouts.
    public var failed = 0
    /// The longest duration of a correct response.
    public var slowest: Duration = .zero
    /// Descriptions of the first five wrong or failed responses.
    public var details: [String] = []

    public var json: JSON {
      [
        "right": .number(right), "wrong": .number(wrong), "failed": .number(failed), "slowest": .number(slowest / .milliseconds(1)),
        "complaints": .array(details.map { .string($0) }),
      ]
    }

    mutating func addDetail(_ text: String) { if details.count < 5 { details.append(text) } }
  }

  /// Runs the requests. `progress` is called after each response with the number of correct responses so far.
  public func run(at address: BusAddress, progress: @escaping @Sendable (Int) -> Void) async throws -> Outcome {
    var expected: [Reference: [UInt8]] = [:]
    for reference in references { expected[reference] = try Catalogue.standard.record(reference).canonical.bytes() }
    let client = try BusClient(address)
    let progressState = Progress(limit: requests ?? .max)
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<concurrency {
        group.addTask { [expected] in
          var index = lane
          while !Task.isCancelled, progressState.startRequest() {
            let reference = references[index % references.count]
            index += concurrency
            let start = ContinuousClock.now
            let response = await Self.ask(client, reference, within: limit)
            if Task.isCancelled { return }
            progress(progressState.record(response, expected[reference], reference, start.duration(to: .now)))
          }
        }
      }
    }
    await client.close()
    return progressState.outcome
  }

  private static func ask(_ client: BusClient, _ reference: Reference, within limit: Duration) async -> Result<CachedResponse, Problem> {
    do throws(Problem) { return .success(try await client.ask(RecordRequest(reference), of: .cache, within: limit)) } catch {
      return .failure(error)
    }
  }

  /// The shared state of all concurrent request loops.
  private final class Progress: Sendable {
    private let state = Mutex((outcome: Outcome(), started: 0))
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var outcome: Outcome { state.withLock { $0.outcome } }

    /// Counts a request; `false` if all requests have been started.
    func startRequest() -> Bool {
      state.withLock { state in
        state.started += 1
        return state.started <= limit
      }
    }

    /// Records a response and returns the number of correct responses so far.
    func record(_ result: Result<CachedResponse, Problem>, _ expected: [UInt8]?, _ reference: Reference, _ duration: Duration) -> Int {
      state.withLock { state in
        switch result {
        case .success(let response) where response.body == expected:
          state.outcome.right += 1
          state.outcome.slowest = max(state.outcome.slowest, duration)
        case .success(let response):
          state.outcome.wrong += 1
          state.outcome.addDetail("\(reference): \(String(decoding: response.body.prefix(200), as: UTF8.self))")
        case .failure(let problem):
          state.outcome.failed += 1
          state.outcome.addDetail("\(reference) after \(duration): \(problem)")
        }
        return state.outcome.right
      }
    }
  }
}
