import ArgumentParser
import Benchmarks
import Platform

/// The hit ratios of policies of eviction on synthetic traces.
struct EvictionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eviction", abstract: "Compare policies of eviction by their hit ratio",
    discussion: "The traces follow Zipf's law, half of them mixed with scans. The same seed gives the same table.")

  @Option(help: "Set the number of keys") var keys = 100_000
  @Option(help: "Set the number of requests") var requests = 2_000_000
  @Option(help: "Set the seed of the traces") var seed: UInt64 = 1

  func validate() throws {
    guard (100...10_000_000).contains(keys) else { throw ValidationError("--keys: expected 100 to 10000000") }
    guard (1...1_000_000_000).contains(requests) else { throw ValidationError("--requests: expected 1 to 1000000000") }
  }

  func run() { EvictionComparison(keys: keys, requests: requests, seed: seed).run { StandardStream.output.write(line: $0) } }
}
