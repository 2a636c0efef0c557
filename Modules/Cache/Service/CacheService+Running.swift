import Contracts
import Logging
public import MessageBus
import Models

extension CacheService {
  /// Publishes what is announced, heeds what other workers announce and keeps books, until the task is cancelled. Then ends what is in
  /// flight and closes the store. Throws when the bus's events endpoint is of no use.
  public func run(announcing outlet: EventOutlet, through client: BusClient) async throws(BusError) {
    let subscription = try EventSubscription(client.address, topics: CacheEvent.topics)
    await withTaskGroup { group in
      group.addTask { await outlet.run(through: client) }
      group.addTask { for await heard in subscription { self.heed(heard) } }
      group.addTask { await self.keepBooks() }
    }
    subscription.close()
    // A task of its own: this one is cancelled by now, and the store would refuse the last word of a cancelled task.
    await Task { await close() }.value
  }

  /// Takes note of what another worker announced. What it announced while nobody listened here only the store knows.
  func heed(_ heard: EventSubscription.Element) {
    switch heard {
    case .listening: tier.drop(.everything)
    case .event(let event): heed(event)
    }
  }

  func heed(_ event: Event) {
    switch CacheEvent(event, heardBy: worker) {
    case .changed(.record(let reference)), .confirmed(.record(let reference)): tier.drop(.record(reference))
    case .changed(.page(let page)), .confirmed(.page(let page)): tier.dropLists(of: page.kind)
    case .changed(.kinds), .confirmed(.kinds), nil: break
    case .purged(let scope): tier.drop(scope)
    }
  }

  /// Tells the store from time to time what was used, and the counters what is held, until the task is cancelled.
  func keepBooks() async {
    repeat { await balance() } while (try? await Task.sleep(for: settings.touchInterval)) != nil
  }

  /// Ends what is in flight, and the store.
  public func close() async {
    await lookup.flights.close()
    await balance()
    await store.close()
  }

  private func balance() async {
    let keys = tier.takeTouched()
    do throws(CacheError) {
      if !keys.isEmpty { try await store.touch(keys, now: clock()) }
      counters.record(store: try await store.usage())
    } catch {
      logger.warning("The cache store could not take note of what was used", metadata: ["reason": "\(error.message)"])
    }
    counters.record(memory: tier.usage)
  }
}
