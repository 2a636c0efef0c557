import Contracts
import Databases
import Logging
public import MessageBus
import Models

/// The events that cache workers publish and handle. Each carries the name of its worker, so that workers ignore their own events. Events may
/// be lost: the memory tier reads an entry from the store again after the recheck interval.
///
/// | topic | meaning | action of the receiving worker |
/// |---|---|---|
/// | `changed/people/1` | the record has changed, or is new and was not fetched with its list | reads it from the store again |
/// | `changed/people` | a list of the kind is new or has changed, or new records were fetched with it | reads all lists of the kind again |
/// | `confirmed/people/1` | the origin confirmed the stored record | reads it from the store again |
/// | `confirmed/people` | the origin confirmed a stored page of the list | reads all lists of the kind again |
/// | `worker/joined/holocron.fetch` | a fetcher joined (published by the broker) | asks for its origin |
/// | `purged`, `purged/people`, `purged/people/1` | entries were purged | removes them |
extension CacheService {
  static let workerField = "cache-worker"
  /// The topics that a worker subscribes to.
  static let topics = [
    Topic.Prefix.changed, Topic.Prefix.confirmed, Topic.Prefix.purged, Topic.workerJoined(ServiceName.fetch.text).text,
  ]

  /// Publishes events, handles events of other workers and maintains the store until the task is cancelled. Then cancels fetches in flight
  /// and closes the store. Throws if the bus's events endpoint cannot be used.
  public func run(publishing publisher: EventPublisher, through client: BusClient) async throws(BusError) {
    context.join([client.address] + client.address.others)
    let subscription = try EventSubscription(client.address, topics: Self.topics, ofEveryBroker: true)
    await withTaskGroup { group in
      group.addTask { await publisher.run(through: client) }
      group.addTask { for await element in subscription { self.handle(element) } }
      group.addTask { await self.followStore() }
      group.addTask {
        repeat { await self.maintain() } while (try? await Task.sleep(for: self.context.settings.touchInterval)) != nil
      }
    }
    subscription.close()
    // In a new task, because this one is cancelled.
    await Task { await close() }.value
  }

  /// Handles an event published by another worker. A new subscription empties the memory tier, because events may have been missed before.
  private func handle(_ element: EventSubscription.Element) {
    switch element {
    case .listening:
      context.tier.invalidate(.purged(.everything))
      if context.settings.originTimeout != nil { fetcherJoined() }
    case .event(let event): handle(event)
    }
  }

  func handle(_ event: Event) {
    guard event.fields[Self.workerField] != context.worker, let topic = Topic(event.topic) else { return }
    if case .workerJoined(ServiceName.fetch.text) = topic { fetcherJoined() } else { context.tier.invalidate(topic) }
  }

  /// A new fetcher may use another origin, and may succeed where the previous one failed.
  private func fetcherJoined() {
    lookup.failures.clearAll()
    // In a task, because handling events must not wait for the bus. Concurrent refreshes share one request.
    Task { [lookup] in _ = await lookup.origins.refresh() }
  }

  /// Handles the events of all workers that share the store, and publishes those of other buses on this one. Each worker of this bus does, so
  /// subscribers get such an event as often as there are cache workers. A new subscription empties the memory tier, as one of the bus does.
  func followStore() async {
    do throws(StorageError) {
      try await context.store.follow { [self] news in
        switch news {
        case .missed: context.tier.invalidate(.purged(.everything))
        case .event(let event, let bus):
          guard event.fields[Self.workerField] != context.worker, Topic(event.topic) != nil else { return }
          handle(event)
          if bus != context.bus { context.send(event) }
        }
      }
    } catch {
      context.logFailure(error, about: "the events of other hosts")
    }
  }

  /// Writes usage times to the store and updates the gauges.
  private func maintain() async {
    let used = context.tier.takeUsedKeys()
    do throws(StorageError) {
      try await context.store.maintain(used: used.keys, of: used.origin, now: context.clock())
      context.metrics.record(try await context.store.usage())
      context.noteStoreSuccess()
    } catch {
      context.logFailure(error, about: "the used entries")
    }
    context.metrics.record(context.tier.usage, of: "memory.")
  }

  /// Cancels fetches in flight and closes the store.
  public func close() async {
    await lookup.close()
    await maintain()
    await context.store.close()
  }
}
