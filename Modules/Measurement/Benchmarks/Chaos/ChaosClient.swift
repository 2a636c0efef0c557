import Contracts
import LoadTesting
import MessageBus
import Platform
import Synchronization

/// One request of a chaos run and what became of it.
struct ChaosSample: Sendable, Hashable {
  enum Outcome: Sendable, Hashable {
    /// The answer that the catalogue gives.
    case right
    /// Any other answer; the text says which.
    case wrong(String)
    /// Neither an answer nor an error within the deadline and ``ChaosClients/margin``.
    case lost
    /// An error that admits a failure: its status and type, such as `503 no-worker`, and its detail.
    case failed(String, detail: String = "")
  }

  let form: ChaosRequest.Form
  /// The deadline of the request in milliseconds.
  let limit: Int
  /// Microseconds since the machine started.
  let sent, done: Int64
  let outcome: Outcome
}

/// The front-ends of a chaos run: send mixed requests until told to stop, and count what becomes of them.
final class ChaosClients: Sendable {
  private let seed: UInt64
  private let catalogue: ChaosCatalogue
  private let isStopped = Atomic(false)
  private let state = Mutex((tally: ChaosTally(), hasEnded: false))

  private static let count = 16
  /// The number of concurrent requests of a front-end.
  private static let lanes = 4
  /// The longest pause between two requests of a lane, in milliseconds.
  private static let longestPause = 120
  /// The time after its deadline in which a request must have ended. Long enough for a machine that is busy with other work, too: what is
  /// lost never ends.
  private static let margin = Duration.seconds(10)

  init(seed: UInt64) throws {
    self.seed = seed
    catalogue = try ChaosCatalogue()
  }

  var tally: ChaosTally { state.withLock { $0.tally } }
  /// Whether the last answer has arrived.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Starts sending requests.
  func start(at bus: String) throws {
    let address = try BusAddress(requests: Endpoint(bus))
    let clients = try (0..<Self.count).map { _ in try BusClient(address) }
    Task {
      await withTaskGroup(of: Void.self) { group in
        for (index, client) in clients.enumerated() {
          for lane in 0..<Self.lanes { group.addTask { await self.send(client, stream: index * Self.lanes + lane) } }
        }
      }
      for client in clients { await client.close() }
      state.withLock { $0.hasEnded = true }
    }
  }

  /// Sends no more requests.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func send(_ client: BusClient, stream: Int) async {
    var number = 0
    while !isStopped.load(ordering: .relaxed) {
      // The numbers of the plan are below those of the first lane.
      var random = RandomStream(seed: seed, request: (stream + 1) << 32 + number)
      number += 1
      let sample = await sample(of: ChaosRequest(catalogue, &random), client)
      state.withLock { $0.tally.add(sample) }
      try? await Task.sleep(for: .milliseconds(random.index(below: Self.longestPause)))
    }
  }

  private func sample(of request: ChaosRequest, _ client: BusClient) async -> ChaosSample {
    let sent = SystemTime.microsecondsSinceBoot
    let limit = Duration.milliseconds(request.limit)
    let asking = Task<ChaosSample.Outcome, Never> {
      do throws(BusError) {
        var parts: [Reply] = []
        for try await part in client.stream(request.service.text, request.request, within: limit) { parts.append(part) }
        return request.outcome(of: parts)
      } catch { return ChaosRequest.outcome(of: Problem(error)) }
    }
    // A request that is lost stays behind; the next one is sent.
    let outcome = await asking.value(within: limit + Self.margin) ?? .lost
    return ChaosSample(form: request.form, limit: request.limit, sent: sent, done: SystemTime.microsecondsSinceBoot, outcome: outcome)
  }
}
