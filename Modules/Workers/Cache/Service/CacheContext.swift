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

  /// Publishes that an entry has changed, or that the origin confirmed it. Returns at once.
  func publish(_ key: CacheKey, hasChanged: Bool) {
    switch key {
    case .record(let reference): publish(hasChanged ? .changed(reference) : .confirmed(reference))
    case .page(let page) where page.search == nil && page.order == nil:
      publish(hasChanged ? .listChanged(page.kind) : .listConfirmed(page.kind))
    // Search results and the list of kinds concern nobody else.
    case .page, .kinds: break
    }
  }

  func publish(_ topic: Topic) { send(Event(topic.text, fields: [CacheService.workerField: worker])) }

  /// Counts what a commit evicted and the usage of the store after it.
  func record(_ result: CommitResult) {
    metrics.evictions.increment(by: result.evicted)
    metrics.record(result.usage)
  }
}
