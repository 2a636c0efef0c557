import Contracts
import Logging
public import MessageBus
import Synchronization

extension SearchService {
  /// Loads the stored index. Requests that arrive earlier wait until it is loaded.
  public func load() async {
    await index.load()
    loaded.open()
  }

  /// Loads the stored index, keeps it up to date and publishes the service's events, until the task is cancelled. Then closes the stores.
  /// Throws if the events endpoint of the bus cannot be used.
  public func run(announcing publisher: EventPublisher, through client: BusClient) async throws(BusError) {
    // Subscribe before the first refresh, so that no event is missed.
    let subscription = try EventSubscription(client.address, topics: AnnouncedChanges.topics)
    checkOrigin()
    await load()
    await withTaskGroup { group in
      group.addTask { await publisher.run(through: client) }
      group.addTask {
        for await element in subscription {
          self.changes.add { $0.add(element) }
          if case .event(let event) = element, case .worker(.joined)? = Topic(event.topic) { await self.originSearch.removeFailures() }
        }
      }
      group.addTask { await self.indexer.run(self.changes) }
      group.addTask { await self.refreshPeriodically() }
    }
    subscription.close()
    // A new task, because this one is cancelled and the stores refuse writes of a cancelled task.
    await Task { await close() }.value
  }

  /// Closes the stores.
  public func close() async {
    await index.close()
    await history.close()
  }

  /// Requests a full refresh at intervals while the service is in use. An idle service sends no requests, so that an unused node can exit.
  private func refreshPeriodically() async {
    while (try? await Task.sleep(for: settings.refreshInterval)) != nil {
      if wasUsedSinceRefresh.exchange(false, ordering: .relaxed) { changes.add { $0.requiresFullRefresh = true } }
    }
  }

  /// Determines the current origin, which may differ from that of the stored index. Requests wait until the check is done.
  func checkOrigin() {
    originCheck.close()
    Task { [indexer, settings, originCheck] in
      await indexer.followOrigin(within: settings.originCheckTimeout)
      originCheck.open()
    }
  }
}
