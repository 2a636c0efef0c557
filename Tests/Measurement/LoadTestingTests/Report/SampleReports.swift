import TestSupport

@testable import LoadTesting

/// Reports whose figures can be worked out by hand.
enum SampleReports {
  static let millisecond = 1_000_000

  /// Creates a distribution from milliseconds and counts.
  static func distribution(_ buckets: KeyValuePairs<Int, Int>) -> LatencyDistribution {
    LatencyDistribution(buckets: buckets.map { LatencyDistribution.Bucket(value: $0.key * millisecond, count: $0.value) })
  }

  private static let intervals = [
    LoadReport.Interval(start: 0, duration: 1, isWarmUp: true, intendedRate: 4, sent: 4, done: 4),
    LoadReport.Interval(
      start: 1, duration: 1, intendedRate: 4, sent: 4, done: 4, latency: distribution([1: 2, 2: 1, 10: 1]).coarsened(toBits: 8),
      service: distribution([1: 4]), cacheStatuses: .init(["hit": 3, "miss": 1])),
    LoadReport.Interval(
      start: 2, duration: 1, intendedRate: 4, sent: 4, done: 3, errors: 1, latency: distribution([1: 3]), service: distribution([1: 3]),
      cacheStatuses: .init(["hit": 3])),
  ]

  /// Two seconds at 4 requests per second after one second of warm-up; 8 requests, of which one failed.
  static let small = LoadReport(
    program: "holocron-load 0.3.0", command: ["holocron-load", "cache", "--rate", "4", "--duration", "2s"],
    started: "2026-11-22T13:45:00Z", machine: machine("AMD EPYC", kernel: "Linux 6.1.0"),
    target: .init(name: "cache", address: "ipc:///run/bus", requests: "GET /people/1"),
    options: [.init(name: "--keys", value: "uniform")], stages: [Stage(4, within: .seconds(2))], intervals: intervals,
    latency: distribution([1: 5, 2: 1, 10: 1]), service: distribution([1: 6, 9: 1]), queueing: distribution([0: 6, 1: 1]),
    statuses: .init(["200": 7, "timeout": 1]), cacheStatuses: .init(["hit": 6, "miss": 1]),
    operations: [.init(name: "record", done: 7, errors: 1, latency: distribution([1: 5, 2: 1, 10: 1]))],
    verification: .init(reference: "the catalogue", verified: 7),
    generator: .init(sent: 8, asked: 8, latestSend: 200_000, processorShare: 0.25),
    checks: [.init(condition: "p99>5ms", measured: "10.0 ms", isCrossed: true)],
    limitSearch: .init(
      objective: "p99<5ms", steps: [.init(rate: 8, measured: "7.2 ms"), .init(rate: 4, measured: "4.1 ms", isKept: true)],
      rate: 4, reason: "the worker had no more credit"))

  /// A run that sent nothing.
  static let empty = LoadReport(
    program: "holocron-load 0.3.0", command: ["holocron-load", "echo"], started: "2026-11-22T13:45:00Z", ending: .interrupted,
    target: .init(name: "echo", address: "ipc:///run/bus"), outstanding: 64)

  /// A run whose every text is hostile.
  static func hostile(_ text: String) -> LoadReport {
    LoadReport(
      program: text, command: [text, text], started: text, ending: .aborted, endingReason: text, machine: machine(text, kernel: text),
      target: .init(name: text, address: text, requests: text), options: [.init(name: text, value: text)],
      intervals: [.init(start: 0, duration: 1, sent: 2, done: 2, latency: distribution([1: 2]), cacheStatuses: .init([text: 2]))],
      latency: distribution([1: 2]), statuses: .init([text: 2]), cacheStatuses: .init([text: 2]),
      operations: [.init(name: text, done: 2, errors: 0, latency: distribution([1: 2]))],
      verification: .init(reference: text, verified: 2, wrong: 1, examples: [text]), generator: .init(missed: 1, sent: 2, asked: 2),
      checks: [.init(condition: text, measured: text, isCrossed: true)],
      limitSearch: .init(objective: text, steps: [.init(rate: 1, measured: text)], reason: text))
  }

  /// A run of 30 seconds at 100 requests per second, whose latencies vary at random around `typical` microseconds.
  static func noisy(typical: Int, seed: UInt64, errors: Int = 0) -> LoadReport {
    var random = SplitMix64(seed: seed)
    let parts = (0..<30).map { _ in
      LatencyDistribution(buckets: (0..<100).map { _ in .init(value: typical * Int.random(in: 800...1_200, using: &random), count: 1) })
    }
    return LoadReport(
      program: "holocron-load 0.3.0", command: ["holocron-load", "echo"], started: "2026-11-22T13:45:00Z",
      target: .init(name: "echo", address: "ipc:///run/bus"), stages: [Stage(100, within: .seconds(30))], seconds: 30,
      intervals: parts.enumerated().map { second, latency in
        .init(start: Double(second), duration: 1, intendedRate: 100, sent: 100, done: 100, errors: errors, latency: latency)
      },
      latency: .merged(parts), generator: .init(sent: 3_000, asked: 3_000))
  }

  private static func machine(_ model: String, kernel: String) -> Machine {
    var machine = Machine()
    (machine.cores, machine.model, machine.memory, machine.kernel, machine.load) = (2, model, 8 << 30, kernel, [0.5, 0.4, 0.3])
    return machine
  }
}
