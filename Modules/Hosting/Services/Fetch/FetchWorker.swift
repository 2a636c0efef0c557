import Contracts
import Hosting
import Logging
import MessageBus
import ServiceLifecycle

/// A fetch worker that does not join a bus on which a fetcher of another origin works: one origin's facts would be mixed with another's, record by
/// record. It asks before it registers. Two that start at the same moment miss each other so; therefore fetchers also say to one another which origin
/// they ask, whenever one joins, and of two that differ the later one ends. Meanwhile requests that name their origin get their 421.
struct FetchWorker: Service, CustomStringConvertible {
  /// How long to wait for another fetcher's answer. One that hangs does not keep this one from working.
  static let patience = Duration.seconds(1)
  /// How soon being told to stop is noticed while there is no bus.
  static let look = Duration.milliseconds(200)

  let origin: OriginIdentity
  let client: BusClient
  let logger: Logger
  let worker: @Sendable () throws(HostError) -> any Service

  let description = ServiceName.fetch.text

  func run() async throws {
    do { try await cancelWhenGracefulShutdown { try await check() } } catch is CancellationError { return }
    let worker = try worker()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await leaveToEarlier() }
      group.addTask { try await worker.run() }
      // The watch returns only when it is cancelled, so the first to end is the worker, or the watch with its error.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Tells the other fetchers its origin, and throws when one that joined earlier names another one.
  private func leaveToEarlier() async throws {
    let mine = OriginClaim(origin)
    let events = try EventSubscription(client.address, topics: [OriginClaim.topic, OriginClaim.occasion])
    for await heard in events {
      switch heard {
      case .event(let event) where event.topic == OriginClaim.topic:
        if let other = OriginClaim(event), other.precedes(mine) { throw refusal(other.origin) }
      case .event, .listening:
        do throws(BusError) { try await client.publish(mine.event) } catch {
          logger.debug("could not tell other fetchers the origin", metadata: ["error": "\(error)"])
        }
      }
    }
    // Cancelled: the worker is on its way out.
    while !Task.isCancelled { try await Task.sleep(for: .seconds(60)) }
  }

  private func check() async throws {
    while !(await client.waitUntilConnected(within: Self.look)) { try Task.checkCancellation() }
    guard let other = await other() else { return }
    guard other == origin else { throw refusal(other) }
  }

  private func refusal(_ other: OriginIdentity) -> HostError {
    HostError(
      .failed,
      "a fetcher of another origin is on this bus: it asks \(other), and this one was told to ask \(origin); stop that one first, start this one with --origin \(other), or give it a bus of its own with --bus"
    )
  }

  /// The origin of a fetcher that is on the bus already. `nil` where there is none, or where it cannot be asked.
  private func other() async -> OriginIdentity? {
    let offered = try? await client.ask("mmi.service", Request("GET", Target([ServiceName.fetch.text])), within: Self.patience)
    guard offered?.status == 200 else { return nil }
    do throws(Problem) {
      return try await client.ask(OriginRequest(), of: .fetch, within: Self.patience)
    } catch {
      logger.warning("another fetcher does not say which origin it asks", metadata: ["error": "\(error)"])
      return nil
    }
  }
}
