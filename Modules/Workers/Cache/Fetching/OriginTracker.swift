import Contracts
import Logging
import MessageBus

/// Knows which origin is asked now: from `GET /origin` of the fetch service, from every answer of it, and from the store while no fetcher is
/// attached. Entries of other origins stay in the store for the day their origin is asked again.
final class OriginTracker: Sendable {
  /// The longest wait for `GET /origin`, when an answer depends on it.
  private static let patience: Duration = .seconds(2)

  private let tier: MemoryTier
  private let store: StoreAccess
  private let source: any Source
  private let logger: Logger
  private let changed: @Sendable () -> Void
  private let asking = SingleFlight<Bool, OriginIdentity?>()
  private let start: Task<Void, Never>

  /// - Parameters:
  ///   - patience: how long the first answers wait for a fetcher to say its origin. `nil`: nobody is asked.
  ///   - changed: called when another origin is asked than before.
  init(
    tier: MemoryTier, store: StoreAccess, source: any Source, patience: Duration?, logger: Logger, changed: @escaping @Sendable () -> Void
  ) {
    self.tier = tier
    self.store = store
    self.source = source
    self.logger = logger
    self.changed = changed
    start = Task {
      if let patience, let origin = await Self.ask(source, within: patience) {
        if tier.change(to: origin) { try? await store.remember(origin) }
      } else if let remembered = try? await store.rememberedOrigin() {
        // An answer may have said already which one is asked now.
        _ = tier.change(to: remembered, from: .some(nil))
      }
    }
  }

  /// The origin that is asked now; `nil` when nobody has said so. The first answers wait a moment until it is known.
  func current() async -> OriginIdentity? {
    await start.value
    return tier.origin
  }

  /// Takes note of what an answer says about its origin; `asked` is the one the question was for.
  func note(_ origin: OriginIdentity, asked: OriginIdentity?) async {
    guard origin != asked, tier.change(to: origin, from: .some(asked)) else { return }
    await take(origin)
  }

  /// Asks the fetch service which origin it asks. `nil` when it does not say.
  func learn() async -> OriginIdentity? {
    let landing = await asking.join(true, within: Self.patience) { [self] in
      guard let origin = await Self.ask(source, within: Self.patience) else { return nil }
      if tier.change(to: origin) { await take(origin) }
      return origin
    }
    if case .landed(let origin, _) = landing { return origin } else { return nil }
  }

  func close() async {
    start.cancel()
    await start.value
    await asking.close()
  }

  private func take(_ origin: OriginIdentity) async {
    logger.notice("The fetch service asks another origin now", metadata: ["origin": "\(origin)"])
    changed()
    try? await store.remember(origin)
  }

  private static func ask(_ source: any Source, within limit: Duration) async -> OriginIdentity? {
    let reply = await source.fetch(OriginRequest().request, within: limit)
    return reply.status == 200 ? try? OriginRequest.answer(reply) : nil
  }
}
