import Contracts
import Databases
import Logging
public import MessageBus
import Models

extension CacheService {
  /// Publishes events, handles events of other workers and maintains the store until the task is cancelled. Then cancels fetches in flight
  /// and closes the store. Throws if the bus's events endpoint cannot be used.
  public func run(publishing publisher: EventPublisher, through client: BusClient) async throws(BusError) {
    let subscription = try EventSubscription(client.address, topics: CacheEvent.topics)
    await withTaskGroup { group in
      group.addTask { await publisher.run(through: client) }
      group.addTask { for await element in subscription { self.handle(element) } }
      group.addTask { await self.runMaintenance() }
    }
    subscription.close()
    // In a new task: this one is cancelled, and the store refuses operations of a cancelled task.
    await Task { await close() }.value
  }

  /// Handles an event published by another worker. A new subscription empties the memory tier, because events may have been missed before.
  func handle(_ element: EventSubscription.Element) {
    switch element {
    case .listening:
      tier.invalidate(.everything)
      if settings.originTimeout != nil { fetcherJoined() }
    case .event(let event): handle(event)
    }
  }

  func handle(_ event: Event) {
    let handled = CacheEvent(event, receivedBy: worker)
    // Nothing says which event was missed, so every entry must be read from the store again.
    if handled != nil, eventGaps.isAfterGap(event) { tier.invalidate(.everything) }
    switch handled {
    case .changed(.record(let reference)): tier.invalidate(.record(reference))
    case .confirmed(.record(let reference)): tier.invalidateRecordOnly(reference)
    case .changed(.page(let page)), .confirmed(.page(let page)): tier.invalidateLists(of: page.kind)
    case .changed(.kinds), .confirmed(.kinds), nil: break
    case .purged(let scope): tier.invalidate(scope)
    case .fetcherJoined: fetcherJoined()
    }
  }

  /// A new fetcher may use another origin, and may succeed where the previous one failed.
  private func fetcherJoined() {
    lookup.failures.clearAll()
    // In a task, because handling events must not wait for the bus. Concurrent refreshes share one request.
    Task { [origins] in _ = await origins.refresh() }
  }

  /// Writes usage times to the store and updates the gauges at regular intervals, until the task is cancelled.
  func runMaintenance() async {
    repeat { await maintain() } while (try? await Task.sleep(for: settings.touchInterval)) != nil
  }

  /// Cancels fetches in flight and closes the store.
  public func close() async {
    await origins.close()
    await lookup.flights.close()
    await lookup.unstoredFlights.close()
    await cachedNames.close()
    await maintain()
    await store.store.close()
  }

  private func maintain() async {
    let used = tier.takeUsedKeys()
    do throws(StorageError) {
      metrics.record(store: try await store.maintain(used: used.keys, of: used.origin, now: clock()))
    } catch {
      logger.warning("cache store could not record the used entries", metadata: ["reason": "\(error.message)"])
    }
    metrics.record(memory: tier.usage)
  }
}
