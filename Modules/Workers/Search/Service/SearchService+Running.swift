import Logging
public import MessageBus
import Synchronization

extension SearchService {
  /// Returns when what the store holds is taken up; requests that come before wait for it.
  public func load() async {
    await index.load()
    loaded.open()
  }

  /// Loads, fills the index and follows what others announce, and publishes changes of the history, until the task is cancelled. Then
  /// closes the stores. Throws when the bus's events endpoint is of no use.
  public func run(announcing outlet: EventOutlet, through client: BusClient) async throws(BusError) {
    // Before anything is looked at, so that nothing falls between.
    let subscription = try EventSubscription(client.address, topics: News.topics)
    checkOrigin()
    await load()
    await withTaskGroup { group in
      group.addTask { await outlet.run(through: client) }
      group.addTask {
        for await heard in subscription {
          self.news.put { $0.add(heard) }
          if case .event(let event) = heard, event.topic.hasPrefix("worker/joined/") { await self.originSearch.forgetFailures() }
        }
      }
      group.addTask { await self.filler.run(self.news) }
      group.addTask { await self.lookNowAndThen() }
    }
    subscription.close()
    // A task of its own: this one is cancelled by now, and the stores would refuse the last word of a cancelled task.
    await Task { await close() }.value
  }

  /// Closes the stores.
  public func close() async {
    await index.close()
    await history.close()
  }

  /// As long as nobody asks, nobody needs to know: a node that is not used must be able to leave.
  private func lookNowAndThen() async {
    while (try? await Task.sleep(for: settings.lookInterval)) != nil {
      if wasAsked.exchange(false, ordering: .relaxed) { news.put { $0.everything = true } }
    }
  }

  /// What was indexed the last time may be of another origin than the one that is asked about now: the first requests wait a moment until
  /// that is known.
  func checkOrigin() {
    originCheck.close()
    Task { [filler, settings, originCheck] in
      await filler.followOrigin(within: settings.originCheck)
      originCheck.open()
    }
  }
}
