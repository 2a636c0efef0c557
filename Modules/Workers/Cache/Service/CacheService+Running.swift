import Contracts
import Logging
public import MessageBus
import Models

extension CacheService {
  /// Publishes what is announced, handles what other workers announce and keeps books, until the task is cancelled. Then ends what is in
  /// flight and closes the store. Throws when the bus's events endpoint is of no use.
  public func run(announcing outlet: EventOutlet, through client: BusClient) async throws(BusError) {
    let subscription = try EventSubscription(client.address, topics: CacheEvent.topics)
    await withTaskGroup { group in
      group.addTask { await outlet.run(through: client) }
      group.addTask { for await element in subscription { self.handle(element) } }
      group.addTask { await self.keepBooks() }
    }
    subscription.close()
    // A task of its own: this one is cancelled by now, and the store would refuse the last word of a cancelled task.
    await Task { await close() }.value
  }

  /// Handles what another worker announced. What it announced while nobody listened here only the store knows.
  func handle(_ element: EventSubscription.Element) {
    switch element {
    case .listening:
      tier.drop(.everything)
      if settings.originPatience != nil { fetcherCame() }
    case .event(let event): handle(event)
    }
  }

  func handle(_ event: Event) {
    let handled = CacheEvent(event, heardBy: worker)
    // Which event was missed only the store knows.
    if handled != nil, heard.isAfterGap(event) { tier.drop(.everything) }
    switch handled {
    case .changed(.record(let reference)): tier.drop(.record(reference))
    case .confirmed(.record(let reference)): tier.dropConfirmed(reference)
    case .changed(.page(let page)), .confirmed(.page(let page)): tier.dropLists(of: page.kind)
    case .changed(.kinds), .confirmed(.kinds), nil: break
    case .purged(let scope): tier.drop(scope)
    case .fetcherCame: fetcherCame()
    }
  }

  /// A fetcher may ask another origin than the one before, and may succeed where that one failed.
  private func fetcherCame() {
    lookup.failures.forgetAll()
    // Not here: events must not wait for an answer of the bus. However many ask, one question is out.
    Task { [origins] in _ = await origins.learn() }
  }

  /// Tells the store from time to time what was used, and the counters what is held, until the task is cancelled.
  func keepBooks() async {
    repeat { await balance() } while (try? await Task.sleep(for: settings.touchInterval)) != nil
  }

  /// Ends what is in flight, and the store.
  public func close() async {
    await origins.close()
    await lookup.flights.close()
    await balance()
    await store.store.close()
  }

  private func balance() async {
    let used = tier.takeTouched()
    do throws(CacheError) {
      counters.record(store: try await store.balance(used: used.keys, of: used.origin, now: clock()))
    } catch {
      logger.warning("The cache store could not take note of what was used", metadata: ["reason": "\(error.message)"])
    }
    counters.record(memory: tier.usage)
  }
}
