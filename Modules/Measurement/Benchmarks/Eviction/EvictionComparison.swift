import LoadTesting

/// Compares policies of eviction by the share of requests that they answer, on synthetic traces. Pure, and the same for the same seed.
public struct EvictionComparison: Sendable {
  public var keys: Int
  public var requests: Int
  public var seed: UInt64

  public init(keys: Int = 100_000, requests: Int = 2_000_000, seed: UInt64 = 1) {
    self.keys = keys
    self.requests = requests
    self.seed = seed
  }

  /// The requests of a trace: by Zipf's law, in part mixed with scans, each of which requests a tenth as many keys in a row as there are, all
  /// never requested before.
  struct Trace {
    let exponent: Double
    let hasScans: Bool

    var name: String { "zipf \(exponent)\(hasScans ? " + scans" : "")" }
  }

  static let traces = [false, true].flatMap { hasScans in [0.7, 0.9, 1.1].map { Trace(exponent: $0, hasScans: hasScans) } }
  static let shares = [0.01, 0.05, 0.1]

  /// Calls `line` with each line of the table: the hit ratio of each policy in per cent, after the first quarter of the requests.
  public func run(line: (String) -> Void) {
    func cell(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.utf8.count)) }
    line("\(keys) keys, \(requests) requests, seed \(seed); hits in per cent of requests after the first quarter")
    line(cell("trace", 20) + cell("places", 10) + cell(LRUPolicy.name, 10) + cell(S3FIFOPolicy.name, 10) + TinyLFUPolicy.name)
    for trace in Self.traces {
      let requested = requests(of: trace)
      for share in Self.shares {
        let capacity = max(1, Int(Double(keys) * share))
        let ratios = [
          ratio(LRUPolicy(capacity: capacity), requested), ratio(S3FIFOPolicy(capacity: capacity), requested),
          ratio(TinyLFUPolicy(capacity: capacity), requested),
        ]
        line(cell(trace.name, 20) + cell("\(Int(share * 100)) %", 10) + ratios.map { cell(Self.percent($0), 10) }.joined())
      }
    }
  }

  private static func percent(_ ratio: Double) -> String {
    let tenths = Int((ratio * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  func ratio(_ policy: some EvictionPolicy, _ requested: [Int]) -> Double {
    var (policy, hits) = (policy, 0)
    let warmUp = requested.count / 4
    for (index, key) in requested.enumerated() where policy.request(key) && index >= warmUp { hits += 1 }
    return Double(hits) / Double(max(1, requested.count - warmUp))
  }

  func requests(of trace: Trace) -> [Int] {
    let ranks = ZipfSampler(count: keys, exponent: trace.exponent)
    var random = RandomStream(seed: seed, request: 0)
    var requested: [Int] = []
    requested.reserveCapacity(requests)
    var nextScanned = keys
    while requested.count < requests {
      if trace.hasScans, requested.count % (keys * 4 / 10) == keys / 5 {
        requested += nextScanned..<(nextScanned + keys / 10)
        nextScanned += keys / 10
      }
      requested.append(ranks.rank(&random) - 1)
    }
    return requested
  }
}
