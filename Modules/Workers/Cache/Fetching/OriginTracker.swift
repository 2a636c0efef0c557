import Contracts
import Databases
import Logging
import MessageBus

/// Tracks the current origin: from `GET /origin` of the fetch service, from each of its replies, and from the store while no fetcher is
/// attached. Entries of other origins stay in the store until their origin is used again.
final class OriginTracker: Sendable {
  /// Timeout of `GET /origin` when a request depends on it.
  private static let timeout: Duration = .seconds(2)

  private let context: CacheContext
  private let onChange: @Sendable () -> Void
  private let refreshes = SingleFlight<Bool, OriginIdentity?>()
  private let startup: Task<Void, Never>

  private var tier: MemoryTier { context.tier }

  /// - Parameter onChange: called when the origin changes.
  init(_ context: CacheContext, onChange: @escaping @Sendable () -> Void) {
    self.context = context
    self.onChange = onChange
    startup = Task {
      if let timeout = context.settings.originTimeout, let origin = await context.askOrigin(within: timeout) {
        if context.tier.switchOrigin(to: origin) { try? await context.store.setLastOrigin(origin) }
      } else {
        await context.recallOrigin()
      }
    }
  }

  /// Returns the current origin; `nil` if unknown. The first calls wait until the fetch service has answered or the timeout has passed. While
  /// the origin is unknown, reads it from the store, where another worker may have written that of imported entries.
  func current() async -> OriginIdentity? {
    await startup.value
    if tier.origin == nil { await context.recallOrigin() }
    return tier.origin
  }

  /// Switches to the origin of a reply.
  /// - Parameter requested: the origin that the request named. Nothing changes if the current origin is another one by now.
  func observe(_ origin: OriginIdentity, requested: OriginIdentity?) async {
    if origin != requested { await adopt(origin, from: .some(requested), "fetch service uses another origin now") }
  }

  /// Switches to the origin of imported entries if no fetcher and no earlier run has named another one: without an origin, none of the entries
  /// could be served.
  func adoptIfUnknown(_ origin: OriginIdentity) async {
    if await current() == nil { await adopt(origin, from: .some(nil), "using the origin of imported entries") }
  }

  /// Asks the fetch service for its origin and switches to it. Returns `nil` if the fetch service does not answer within `limit` and 2 s.
  @discardableResult
  func refresh(within limit: Duration = OriginTracker.timeout) async -> OriginIdentity? {
    let result = await refreshes.join(true, within: min(limit, Self.timeout)) { [self] in
      guard let origin = await context.askOrigin(within: Self.timeout) else { return nil }
      await adopt(origin, "fetch service uses another origin now")
      return origin
    }
    if case .finished(let origin, _) = result { return origin } else { return nil }
  }

  func close() async {
    startup.cancel()
    await startup.value
    await refreshes.close()
  }

  private func adopt(_ origin: OriginIdentity, from expected: OriginIdentity?? = nil, _ message: Logger.Message) async {
    guard tier.switchOrigin(to: origin, from: expected) else { return }
    context.logger.notice(message, metadata: ["origin": "\(origin)"])
    onChange()
    try? await context.store.setLastOrigin(origin)
  }
}

extension CacheContext {
  fileprivate func askOrigin(within limit: Duration) async -> OriginIdentity? {
    let reply = await services.reply(of: .fetch, to: OriginRequest().request, within: limit)
    return reply.status == 200 ? try? OriginRequest.answer(reply) : nil
  }

  /// Switches to the origin in the store, unless a reply has named the current one already.
  fileprivate func recallOrigin() async {
    guard let origin = try? await store.lastOrigin() else { return }
    _ = tier.switchOrigin(to: origin, from: .some(nil))
  }
}
