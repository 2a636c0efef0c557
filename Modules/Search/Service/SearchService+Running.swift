import Logging
public import MessageBus
import Synchronization

extension SearchService {
  /// Returns when what the store holds is taken up; requests that come before wait for it.
  public func load() async { await index.load() }

  /// Loads, fills the index and follows what others announce, and publishes changes of the history, until the task is cancelled. Then
  /// closes the stores. Throws when the bus's events endpoint is of no use.
  public func run(announcing outlet: EventOutlet, through client: BusClient) async throws(BusError) {
    // Before anything is looked at, so that nothing falls between.
    let subscription = try EventSubscription(client.address, topics: News.topics)
    let stand = Newsstand()
    await load()
    await withTaskGroup { group in
      group.addTask { await outlet.run(through: client) }
      group.addTask { for await heard in subscription { stand.put { $0.add(heard) } } }
      group.addTask { await self.filler.run(stand) }
      group.addTask { await self.lookNowAndThen(stand) }
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
  private func lookNowAndThen(_ stand: Newsstand) async {
    while (try? await Task.sleep(for: settings.lookInterval)) != nil {
      if wasAsked.exchange(false, ordering: .relaxed) { stand.put { $0.everything = true } }
    }
  }
}
