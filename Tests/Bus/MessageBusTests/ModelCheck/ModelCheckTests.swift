import Platform
import TestSupport
import Testing

/// Random schedules of small worlds: the machines of the broker, of workers and of clients, connected by a network that loses what real ones
/// lose (STATES.md).
@Suite struct ModelCheckTests {
  /// Number of schedules for each of the eight arguments; more with the environment variable HOLOCRON_MODEL_CHECK.
  private static let count = UInt64(Environment.process.raw("HOLOCRON_MODEL_CHECK") ?? "") ?? 250

  @Test(arguments: 0..<8) func `every state of random schedules holds the invariants`(part: UInt64) throws {
    var seen: Set<String> = []
    for number in 0..<Self.count {
      var random = SplitMix64(seed: number * 8 + part)
      let world = try World(WorldSettings(using: &random))
      let failure = world.play(using: &random)
      try #require(failure == nil, "\(failure ?? "")")
      seen.formUnion(world.seen)
    }
    let expected =
      WorldSettings.Loss.allCases.map { "\($0)" } + [
        "end", "part", "drop", "noWorker", "workerTimeout", "workerLost",
      ]
    #expect(seen.isSuperset(of: expected), "not seen: \(Set(expected).subtracting(seen))")
  }

  @Test(
    arguments: [
      (.finalRepliesAreDoubled, 1, nil, "gets a reply to request 0 after the final reply"),
      (.repliesGoToTheOtherClient, 1, nil, "c2 gets a reply to request 0, which it has not sent"),
      (.disconnectsAreDropped, 1, nil, "is connected, and the broker does not know it"),
      (.handBacksAreDropped, 2, .drain, "and the broker counts 2, with nothing in flight"),
    ] as [(WorldSettings.Fault, Int, WorldSettings.Loss?, String)])
  func `a fault is found`(fault: WorldSettings.Fault, credit: Int, loss: WorldSettings.Loss?, violation: String) throws {
    var random = SplitMix64(seed: 1)
    var settings = WorldSettings(using: &random)
    (settings.clients, settings.workers, settings.credit, settings.fault) = (2, 1, credit, fault)
    settings.requests = [WorldSettings.Request(client: 0), WorldSettings.Request(client: 0)]
    settings.losses = loss.map { [$0: 1] } ?? [:]
    var (failure, schedules): (String?, Int) = (nil, 0)
    while failure == nil, schedules < 1_000 {
      failure = try World(settings).play(using: &random)
      schedules += 1
    }
    #expect(failure?.contains(violation) == true, "\(failure ?? "not found")")
  }
}
