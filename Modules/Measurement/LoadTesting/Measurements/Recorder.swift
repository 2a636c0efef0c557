import Synchronization

/// Collects the outcomes of concurrent requests until a sampler takes them. Spread over several locks, so that front-ends rarely wait for one
/// another.
final class Recorder: Sendable {
  /// The measurements since they were last taken.
  struct Sample: Sendable {
    /// Requests whose intended send time belongs to the warm-up.
    var warmUp = Measurements()
    var measured = Measurements()

    mutating func add(_ other: Sample) {
      warmUp.add(other.warmUp)
      measured.add(other.measured)
    }
  }

  private final class Shard: Sendable {
    let sample = Mutex(Sample())
  }

  private let shards: [Shard]

  /// - Parameter lanes: the number of front-ends. More than eight share locks, because each holds histograms.
  init(lanes: Int) { shards = (0..<min(max(1, lanes), 8)).map { _ in Shard() } }

  func recordSend(lane: Int, isWarmUp: Bool) {
    shards[lane % shards.count].sample.withLock { sample in
      if isWarmUp { sample.warmUp.sent += 1 } else { sample.measured.sent += 1 }
    }
  }

  /// Counts requests that are not sent, because as many as allowed are outstanding until the end.
  func recordWithheld(_ count: Int) { shards[0].sample.withLock { $0.measured.withheld += count } }

  func record(_ outcome: RequestOutcome, lane: Int, isWarmUp: Bool) {
    shards[lane % shards.count].sample.withLock { sample in
      if isWarmUp { sample.warmUp.add(outcome) } else { sample.measured.add(outcome) }
    }
  }

  /// Removes and returns everything recorded since the last call.
  func take() -> Sample {
    shards.reduce(into: Sample()) { total, shard in
      total.add(
        shard.sample.withLock { sample in
          defer { sample = Sample() }
          return sample
        })
    }
  }
}
