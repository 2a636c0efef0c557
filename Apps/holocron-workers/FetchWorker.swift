import Contracts
import Hosting
import Logging
import MessageBus
import ServiceLifecycle

/// A fetch worker that refuses to share a bus with fetchers of another origin, because cached records of both would be mixed.
///
/// Before registering, the worker asks an existing fetcher for its origin. Two fetchers that start simultaneously may not see each other, so
/// all fetchers also announce their origins whenever one joins; if two origins differ, the fetcher that joined later stops. Until then, requests
/// that name another origin get a 421.
struct FetchWorker: MonitoredService, CustomStringConvertible {
  /// The timeout for asking another fetcher. A fetcher that hangs does not prevent this one from starting.
  static let queryTimeout = Duration.seconds(1)
  /// The interval of checks for a stop request while there is no bus.
  static let connectionCheckInterval = Duration.milliseconds(200)

  let origin: OriginIdentity
  let client: BusClient
  let logger: Logger
  /// Publishes an event through every broker.
  let publish: @Sendable (Event) -> Void
  let worker: @Sendable () throws(HostError) -> any MonitoredService

  let description = ServiceName.fetch.text
  let inner = InnerWorker()

  func run() async throws {
    defer { inner.set(nil) }
    do { try await cancelWhenGracefulShutdown { try await checkExistingFetcher() } } catch is CancellationError { return }
    let worker = try worker()
    inner.set(worker)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watchAnnouncements() }
      group.addTask { try await worker.run() }
      // `watchAnnouncements` returns only when cancelled, so the first task to end is the worker, or the watch with an error.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  func waitUntilReady() async -> Bool { await inner.waitUntilReady() }
  func answer() async { await inner.answer() }

  /// Announces this fetcher's origin, and throws when a fetcher that joined earlier announces another origin.
  private func watchAnnouncements() async throws {
    let own = OriginAnnouncement(origin)
    let topics = [OriginAnnouncement.topic, OriginAnnouncement.triggerTopic]
    let events = try EventSubscription(client.address, topics: topics, ofEveryBroker: true)
    for await element in events {
      switch element {
      case .event(let event) where event.topic == OriginAnnouncement.topic:
        if let other = OriginAnnouncement(event), other.precedes(own) { throw conflict(with: other.origin) }
      case .event, .listening: publish(own.event)
      }
    }
    // The subscription ends when the task is cancelled: the worker is stopping.
    while !Task.isCancelled { try await Task.sleep(for: .seconds(60)) }
  }

  private func checkExistingFetcher() async throws {
    while !(await client.waitUntilConnected(within: Self.connectionCheckInterval)) { try Task.checkCancellation() }
    guard let other = await existingOrigin() else { return }
    guard other == origin else { throw conflict(with: other) }
  }

  private func conflict(with other: OriginIdentity) -> HostError {
    HostError(
      .failed,
      "this bus has a fetcher for another origin (\(other), not \(origin)); stop that fetcher, or start this one with --origin \(other) or on another bus with --bus"
    )
  }

  /// Returns the origin of a fetcher on the bus; `nil` if there is none or it does not answer.
  private func existingOrigin() async -> OriginIdentity? {
    guard await client.hasWorker(of: .fetch, within: Self.queryTimeout) else { return nil }
    do throws(Problem) {
      return try await client.ask(OriginRequest(), of: .fetch, within: Self.queryTimeout)
    } catch {
      logger.warning("could not get the origin of another fetcher", metadata: ["error": "\(error)"])
      return nil
    }
  }
}
