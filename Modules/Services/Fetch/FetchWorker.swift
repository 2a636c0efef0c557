import Contracts
import Hosting
import Logging
import MessageBus
import ServiceLifecycle

/// A fetch worker that does not join a bus on which a fetcher of another origin works: one origin's facts would be mixed with another's, record by
/// record. It looks when it starts, as soon as there is a bus, and not when it registers again. Two that start at the same moment may miss each other;
/// then requests that name their origin get their 421.
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
    try await worker().run()
  }

  private func check() async throws {
    while !(await client.waitUntilConnected(within: Self.look)) { try Task.checkCancellation() }
    guard let other = await other() else { return }
    guard other == origin else {
      throw HostError(
        .failed,
        "a fetcher of another origin is on this bus: it asks \(other), and this one was told to ask \(origin); stop that one first, start this one with --origin \(other), or give it a bus of its own with --bus"
      )
    }
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
