@testable import LoadReports

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
      start: 1, duration: 1, intendedRate: 4, sent: 4, done: 4, latency: distribution([1: 2, 2: 1, 10: 1]),
      service: distribution([1: 4]), cacheStatuses: .init([(key: "hit", value: 3), (key: "miss", value: 1)])),
    LoadReport.Interval(
      start: 2, duration: 1, intendedRate: 4, sent: 4, done: 3, errors: 1, latency: distribution([1: 3]), service: distribution([1: 3]),
      cacheStatuses: .init([(key: "hit", value: 3)])),
  ]

  /// Two seconds at 4 requests per second after one second of warm-up; 8 requests, of which one failed.
  static let small = LoadReport(
    program: "holocron-load 0.3.0", command: ["holocron-load", "cache", "--rate", "4", "--duration", "2s"],
    started: "2026-11-22T13:45:00Z",
    machine: .init(cores: 2, model: "AMD EPYC", memory: 8 << 30, kernel: "Linux 6.1.0", load: [0.5, 0.4, 0.3]),
    target: .init(name: "cache", address: "ipc:///run/bus", requests: "GET /people/1"), loop: .open,
    options: [.init(name: "--keys", value: "uniform")], stages: [.init(rate: 4, duration: 2)],
    intervals: intervals,
    latency: distribution([1: 5, 2: 1, 10: 1]), service: distribution([1: 6, 9: 1]), queueing: distribution([0: 6, 1: 1]),
    statuses: .init([(key: "200", value: 7), (key: "timeout", value: 1)]),
    cacheStatuses: .init([(key: "hit", value: 6), (key: "miss", value: 1)]),
    operations: [.init(name: "record", done: 7, errors: 1, latency: distribution([1: 5, 2: 1, 10: 1]))],
    verification: .init(reference: "the catalogue", verified: 7, wrong: 0),
    generator: .init(sent: 8, asked: 8, latestSend: 200_000, processorShare: 0.25),
    checks: [.init(condition: "p99>5ms", measured: "10.0 ms", isCrossed: true)],
    limitSearch: .init(
      objective: "p99<5ms", steps: [.init(rate: 8, measured: "7.2 ms", isKept: false), .init(rate: 4, measured: "4.1 ms", isKept: true)],
      rate: 4, reason: "the worker had no more credit"))

  /// A run that sent nothing.
  static let empty = LoadReport(
    program: "holocron-load 0.3.0", command: ["holocron-load", "echo"], started: "2026-11-22T13:45:00Z", ending: .interrupted,
    target: .init(name: "echo", address: "ipc:///run/bus"), loop: .closed(outstanding: 64))

  /// A run whose every text is hostile.
  static func hostile(_ text: String) -> LoadReport {
    LoadReport(
      program: text, command: [text, text], started: text, ending: .aborted(text),
      machine: .init(cores: 1, model: text, memory: 1, kernel: text, load: [1]),
      target: .init(name: text, address: text, requests: text), loop: .open, options: [.init(name: text, value: text)],
      intervals: [
        .init(start: 0, duration: 1, sent: 2, done: 2, latency: distribution([1: 2]), cacheStatuses: .init([(key: text, value: 2)]))
      ],
      latency: distribution([1: 2]), statuses: .init([(key: text, value: 2)]), cacheStatuses: .init([(key: text, value: 2)]),
      operations: [.init(name: text, done: 2, errors: 0, latency: distribution([1: 2]))],
      verification: .init(reference: text, verified: 2, wrong: 1, examples: [text]), generator: .init(missed: 1, sent: 2, asked: 2),
      checks: [.init(condition: text, measured: text, isCrossed: true)],
      limitSearch: .init(objective: text, steps: [.init(rate: 1, measured: text, isKept: false)], rate: nil, reason: text))
  }

  /// A run of `seconds` with latencies that vary at random around `typical` microseconds, 100 requests per second.
  static func noisy(typical: Int, seconds: Int = 30, seed: UInt64, errors: Int = 0) -> LoadReport {
    var random = SplitMix(seed: seed)
    let parts = (0..<seconds).map { _ in
      LatencyDistribution(
        buckets: (0..<100).map { _ in
          // One request in 50 is slow.
          let isSlow = random.index(below: 50) == 0
          let latency = typical * (80_000 + random.index(below: 40_000)) / 100 * (isSlow ? 5 : 1)
          return LatencyDistribution.Bucket(value: latency, count: 1)
        })
    }
    return LoadReport(
      program: "holocron-load 0.3.0", command: ["holocron-load", "echo"], started: "2026-11-22T13:45:00Z",
      target: .init(name: "echo", address: "ipc:///run/bus"), loop: .open, stages: [.init(rate: 100, duration: Double(seconds))],
      seconds: Double(seconds),
      intervals: parts.enumerated().map { second, latency in
        LoadReport.Interval(start: Double(second), duration: 1, intendedRate: 100, sent: 100, done: 100, errors: errors, latency: latency)
      },
      latency: .merged(parts), generator: .init(sent: 100 * seconds, asked: 100 * seconds))
  }
}
