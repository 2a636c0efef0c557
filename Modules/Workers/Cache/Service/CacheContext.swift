import Contracts
import CoreMetrics
import Databases
import Logging
import MessageBus
import Models

/// What the parts of a cache worker share.
struct CacheContext: Sendable {
  /// This worker's name, which identifies its events and leases.
  let worker = HolderProcess.newName()
  let source: any Source
  let store: TimedStore
  let tier: MemoryTier
  let kinds: Kinds
  let settings: CacheSettings
  let metrics: CacheMetrics
  let clock: WallClock
  let logger: Logger
  let send: @Sendable (Event) -> Void

  /// Publishes an event unless it does not concern others. Returns at once.
  func publish(_ event: CacheEvent) {
    if let event = event.event(from: worker) { send(event) }
  }

  /// Counts what a commit evicted and the usage of the store after it.
  func record(_ result: CommitResult) {
    metrics.evictions.increment(by: result.evicted)
    metrics.record(result.usage)
  }
}
