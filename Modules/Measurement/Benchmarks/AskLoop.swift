import Catalogue
import Contracts
public import MessageBus
public import Models
public import OrderedJSON
import Synchronization

/// A front-end that asks for records again and again and holds every answer against the catalogue: for tests and experiments in
/// which processes are killed. Needs workers whose origin serves the catalogue.
public struct AskLoop: Sendable {
  public var references: [Reference]
  /// Each request's own deadline.
  public var limit: Duration
  /// Requests at once.
  public var concurrency: Int
  /// Stop after so many requests; `nil` goes on until the task is cancelled.
  public var requests: Int?

  public init(_ references: [Reference], limit: Duration, concurrency: Int, requests: Int?) {
    self.references = references
    self.limit = limit
    self.concurrency = concurrency
    self.requests = requests
  }

  public struct Outcome: Sendable {
    public var right = 0
    /// CachedResponse with something other than the record.
    public var wrong = 0
    /// Not answered within the limit, or with an error.
    public var failed = 0
    /// The longest a right answer took.
    public var slowest: Duration = .zero
    /// The first few failures and wrong answers, for people.
    public var complaints: [String] = []

    public var json: JSON {
      [
        "right": .number(right), "wrong": .number(wrong), "failed": .number(failed), "slowest": .number(slowest / .milliseconds(1)),
        "complaints": .array(complaints.map { .string($0) }),
      ]
    }

    mutating func complain(_ text: String) { if complaints.count < 5 { complaints.append(text) } }
  }

  /// `progress` is called after each answer with the number of right ones.
  public func run(at address: BusAddress, progress: @escaping @Sendable (Int) -> Void) async throws -> Outcome {
    var expected: [Reference: [UInt8]] = [:]
    for reference in references { expected[reference] = try Catalogue.standard.record(reference).canonical.bytes() }
    let client = try BusClient(address)
    let tally = Tally(most: requests ?? .max)
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<concurrency {
        group.addTask { [expected] in
          var turn = lane
          while !Task.isCancelled, tally.takesTurn() {
            let reference = references[turn % references.count]
            turn += concurrency
            let start = ContinuousClock.now
            let answer = await Self.ask(client, reference, within: limit)
            if Task.isCancelled { return }
            progress(tally.note(answer, expected[reference], reference, start.duration(to: .now)))
          }
        }
      }
    }
    await client.close()
    return tally.outcome
  }

  private static func ask(_ client: BusClient, _ reference: Reference, within limit: Duration) async -> Result<CachedResponse, Problem> {
    do throws(Problem) { return .success(try await client.ask(RecordRequest(reference), of: .cache, within: limit)) } catch {
      return .failure(error)
    }
  }

  /// What all lanes have seen together.
  private final class Tally: Sendable {
    private let state = Mutex((outcome: Outcome(), asked: 0))
    private let most: Int

    init(most: Int) { self.most = most }

    var outcome: Outcome { state.withLock { $0.outcome } }

    func takesTurn() -> Bool {
      state.withLock { state in
        state.asked += 1
        return state.asked <= most
      }
    }

    /// Returns the number of right answers so far.
    func note(_ answer: Result<CachedResponse, Problem>, _ expected: [UInt8]?, _ reference: Reference, _ taken: Duration) -> Int {
      state.withLock { state in
        switch answer {
        case .success(let answered) where answered.body == expected:
          state.outcome.right += 1
          state.outcome.slowest = max(state.outcome.slowest, taken)
        case .success(let answered):
          state.outcome.wrong += 1
          state.outcome.complain("\(reference): \(String(decoding: answered.body.prefix(200), as: UTF8.self))")
        case .failure(let problem):
          state.outcome.failed += 1
          state.outcome.complain("\(reference) after \(taken): \(problem)")
        }
        return state.outcome.right
      }
    }
  }
}
