import Contracts
import Logging
import MessageBus

/// Tracks the current origin: from `GET /origin` of the fetch service, from each of its replies, and from the store while no fetcher is
/// attached. Entries of other origins stay in the store until their origin is used again.
final class OriginTracker: Sendable {
  /// Timeout of `GET /origin` when a request depends on it.
  private static let timeout: Duration = .seconds(2)

  private let tier: MemoryTier
  private let store: TimedStore
  private let source: any Source
  private let logger: Logger
  private let onChange: @Sendable () -> Void
  private let refreshes = SingleFlight<Bool, OriginIdentity?>()
  private let startup: Task<Void, Never>

  /// - Parameters:
  ///   - timeout: time that the first requests wait for the fetch service to name its origin. `nil`: the fetch service is not asked.
  ///   - onChange: called when the origin changes.
  init(
    tier: MemoryTier, store: TimedStore, source: any Source, timeout: Duration?, logger: Logger, onChange: @escaping @Sendable () -> Void
  ) {
    self.tier = tier
    self.store = store
    self.source = source
    self.logger = logger
    self.onChange = onChange
    startup = Task {
      if let timeout, let origin = await Self.ask(source, within: timeout) {
        if tier.switchOrigin(to: origin) { try? await store.setLastOrigin(origin) }
      } else if let remembered = try? await store.lastOrigin() {
        // A reply may have named the current origin already.
        _ = tier.switchOrigin(to: remembered, from: .some(nil))
      }
    }
  }

  /// Returns the current origin; `nil` if unknown. The first calls wait until the fetch service has answered or the timeout has passed. While
  /// the origin is unknown, reads it from the store, where another worker may have written that of imported entries.
  func current() async -> OriginIdentity? {
    await startup.value
    if let origin = tier.origin { return origin }
    if let remembered = try? await store.lastOrigin() { _ = tier.switchOrigin(to: remembered, from: .some(nil)) }
    return tier.origin
  }

  /// Switches to the origin of a reply.
  /// - Parameter requested: the origin that the request named. Nothing changes if the current origin is another one by now.
  func observe(_ origin: OriginIdentity, requested: OriginIdentity?) async {
    guard origin != requested, tier.switchOrigin(to: origin, from: .some(requested)) else { return }
    await adopt(origin)
  }

  /// Switches to the origin of imported entries if no fetcher and no earlier run has named another one: without an origin, none of the entries
  /// could be served.
  func adoptIfUnknown(_ origin: OriginIdentity) async {
    guard await current() == nil, tier.switchOrigin(to: origin, from: .some(nil)) else { return }
    logger.notice("using the origin of imported entries", metadata: ["origin": "\(origin)"])
    try? await store.setLastOrigin(origin)
  }

  /// Asks the fetch service for its origin and switches to it. Returns `nil` if the fetch service does not answer within `limit` and 2 s.
  @discardableResult
  func refresh(within limit: Duration = OriginTracker.timeout) async -> OriginIdentity? {
    let result = await refreshes.join(true, within: min(limit, Self.timeout)) { [self] in
      guard let origin = await Self.ask(source, within: Self.timeout) else { return nil }
      if tier.switchOrigin(to: origin) { await adopt(origin) }
      return origin
    }
    if case .finished(let origin, _) = result { return origin } else { return nil }
  }

  func close() async {
    startup.cancel()
    await startup.value
    await refreshes.close()
  }

  private func adopt(_ origin: OriginIdentity) async {
    logger.notice("fetch service uses another origin now", metadata: ["origin": "\(origin)"])
    onChange()
    try? await store.setLastOrigin(origin)
  }

  private static func ask(_ source: any Source, within limit: Duration) async -> OriginIdentity? {
    let reply = await source.fetch(OriginRequest().request, within: limit)
    return reply.status == 200 ? try? OriginRequest.answer(reply) : nil
  }
}
