import Contracts
import LoadTesting
public import MessageBus
import Platform

/// Some front-ends of a chaos run, in one process: sends mixed requests until told to stop, and writes a line about each.
public struct ChaosClient: Sendable {
  public var seed: UInt64
  /// The number of the first front-end, so that no two processes send the same requests.
  public var first: Int
  public var count: Int

  /// The number of concurrent requests of a front-end.
  static let lanes = 4
  /// The longest pause between two requests of a lane, in milliseconds.
  private static let longestPause = 120
  /// The time after its deadline in which a request must have ended. Long enough for a machine that is busy with other work, too: what is
  /// lost never ends.
  static let margin = Duration.seconds(10)

  public init(seed: UInt64, first: Int, count: Int) { (self.seed, self.first, self.count) = (seed, first, count) }

  /// Sends requests until `isStopped`, then waits for the answers that are outstanding. `write` is called with each line.
  public func run(
    at address: BusAddress, until isStopped: @escaping @Sendable () -> Bool, write: @escaping @Sendable (String) -> Void
  ) async throws {
    let catalogue = try ChaosCatalogue()
    var clients: [BusClient] = []
    for _ in 0..<count { clients.append(try BusClient(address)) }
    await withTaskGroup(of: Void.self) { group in
      for (index, client) in clients.enumerated() {
        for lane in 0..<Self.lanes {
          let stream = (first + index) * Self.lanes + lane
          group.addTask { [seed] in
            var number = 0
            while !isStopped() {
              // The numbers of the plan are below those of the first lane.
              var random = RandomStream(seed: seed, request: (stream + 1) << 32 + number)
              number += 1
              let request = ChaosRequest(catalogue, &random)
              write(await Self.sample(of: request, client, catalogue).line)
              try? await Task.sleep(for: .milliseconds(random.index(below: Self.longestPause)))
            }
          }
        }
      }
    }
    for client in clients { await client.close() }
  }

  private static func sample(of request: ChaosRequest, _ client: BusClient, _ catalogue: ChaosCatalogue) async -> ChaosSample {
    let sent = SystemTime.microsecondsSinceBoot
    let limit = Duration.milliseconds(request.limit)
    let asking = Task<ChaosSample.Outcome, Never> {
      do throws(BusError) {
        var parts: [Reply] = []
        for try await part in client.stream(request.service.text, request.request, within: limit) { parts.append(part) }
        return request.outcome(of: parts, catalogue)
      } catch { return ChaosRequest.outcome(of: Problem(error)) }
    }
    // A request that is lost stays behind; the next one is sent.
    let outcome = await asking.value(within: limit + margin) ?? .lost
    return ChaosSample(request.form, limit: request.limit, sent: sent, done: SystemTime.microsecondsSinceBoot, outcome)
  }
}
