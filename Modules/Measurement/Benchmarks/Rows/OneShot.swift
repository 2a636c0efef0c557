/// A record on the command line, from the start of the process to its end.
struct OneShot: BenchmarkRow {
  let name = "one-shot"
  let summary = "the process holocron show people/1, and redis-cli GET of the same bytes"
  let programs = RedisServer.programs

  private static let runs = 21

  func measure(on bench: Workbench) throws -> [Comparison] {
    try bench.startBus()
    try bench.waitForCache()
    var comparisons: [Comparison] = []
    for (option, limit) in [(nil, 1.6), ("--json", 1.4)] as [(String?, Double)] {
      let words = ["show", "people/1"] + (option.map { [$0] } ?? [])
      let show = [bench.program("holocron")] + words + ["--no-autostart"]
      let redis = try RedisServer(on: bench, holding: try bench.output(show))
      func side(_ name: String, _ command: [String]) -> Rounds.Side {
        Rounds.Side(name) {
          [Series.median(of: try (0..<Self.runs).map { _ in try bench.milliseconds(command) })]
        }
      }
      let rounds = try Rounds(
        bench.rounds, side("redis-cli GET", redis.get), side("holocron \(words.joined(separator: " "))", show))
      comparisons.append(
        Comparison(
          "one-shot, whole process, median of \(Self.runs) runs per round",
          ours: rounds.series(1, unit: "ms"), references: [rounds.series(0, unit: "ms")],
          bars: [Bar(.ratio(to: "redis-cli GET"), atMost: limit)]))
    }
    return comparisons
  }
}
