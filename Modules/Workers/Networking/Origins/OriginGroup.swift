public import Contracts
public import Logging
public import Models
import Synchronization

/// Several origins of one catalogue, in order of preference: each request goes to the first member that is not failing, and to the next one
/// if that fails, or if it takes much longer than usual (``FailoverTimeout``). A member is asked again as soon as its circuit breaker or its
/// backoff allows a request.
///
/// The group is one origin: its identity consists of the identities of its members, sorted and joined by commas, so cache entries belong to
/// the group whatever its order. `content-location` names the member that sent a record or page. All pages of a list come from one member;
/// if that fails, the list continues with another one, and the cache, which sees the change of the server, reads the list again.
///
/// Validators are sent to whichever member is asked: members serve the same catalogue, so a member that confirms a copy of another one
/// confirms its content. Each member has limits of its own, and finds out its own dialect.
public final class OriginGroup: Origin {
  public let identity: OriginIdentity
  private let members: [any Origin]
  /// The health of each member, which the answers of the others hide from the callers.
  private let health: [OriginHealth]
  private let pins = Mutex(ListPins())
  /// How long each member may take for a record, and for a list or a page, which takes longer.
  private let recordTimeouts, listTimeouts: MemberTimeouts

  /// - Parameters:
  ///   - members: at least one. Throws ``OriginError/Code/invalid`` if two are the same origin, or if the identity is too long.
  ///   - logger: logs when a member fails and when it recovers.
  public convenience init(_ members: [any Origin], logger: Logger = Logger(label: "holocron.fetch")) throws(OriginError) {
    try self.init(members, minTimeout: FailoverTimeout.standardMinimum, logger: logger)
  }

  /// - Parameter minTimeout: see ``FailoverTimeout/minimum``. Tests choose a longer one.
  init(_ members: [any Origin], minTimeout: Duration, logger: Logger) throws(OriginError) {
    identity = try Self.identity(members.map(\.identity))
    self.members = members
    health = members.map { OriginHealth($0.address, logger: logger) }
    recordTimeouts = MemberTimeouts(members.count, minimum: minTimeout)
    listTimeouts = MemberTimeouts(members.count, minimum: minTimeout)
  }

  /// Returns the identity of a group, or that of a single origin.
  static func identity(_ members: [OriginIdentity]) throws(OriginError) -> OriginIdentity {
    let texts = members.map(\.text).sorted()
    for (text, next) in zip(texts, texts.dropFirst()) where text == next {
      throw OriginError(.invalid, "the origin \(text) is named twice")
    }
    let text = texts.joined(separator: OriginIdentity.separator)
    guard let identity = OriginIdentity(text) else {
      throw OriginError(.invalid, "the origins have \(text.utf8.count) characters together; the maximum is \(OriginIdentity.maxLength)")
    }
    return identity
  }

  public var executor: (any TaskExecutor)? { members.lazy.compactMap(\.executor).first }

  public var statuses: [OriginStatus] { members.flatMap(\.statuses) }

  public var isAvailable: Bool { members.contains(where: \.isAvailable) }

  public func kinds(_ context: FetchContext) async throws(OriginError) -> [KindName] {
    try await firstAnswer(context, recordTimeouts) { member, context throws(OriginError) in try await member.kinds(context) }.value
  }

  public func record(_ reference: Reference, _ context: FetchContext) async throws(OriginError) -> OriginResponse<Record> {
    try await firstAnswer(context, recordTimeouts) { member, context throws(OriginError) in
      try await member.record(reference, context)
    }.value
  }

  public func page(
    _ number: Int, of kind: KindName, search: String?, _ context: FetchContext
  ) async throws(OriginError) -> OriginResponse<OriginPage> {
    let list = ListPins.List(kind: kind, search: search.flatMap { $0.isEmpty ? nil : $0 })
    let pinned = number > 1 ? pins.withLock { $0.member(of: list, now: .now) } : nil
    let (member, response) = try await firstAnswer(context, listTimeouts, preferring: pinned) { member, context throws(OriginError) in
      try await member.page(number, of: kind, search: search, context)
    }
    pins.withLock { $0.set(member, for: list, now: .now) }
    return response
  }

  public func close() async { for member in members { await member.close() } }

  /// Asks the members that are available in order, `preferred` first, until one answers. If none is available, the one that is tried again
  /// soonest reports why.
  private func firstAnswer<Value>(
    _ context: FetchContext, _ timeouts: MemberTimeouts, preferring preferred: Int? = nil,
    _ ask: (any Origin, FetchContext) async throws(OriginError) -> Value
  ) async throws(OriginError) -> (member: Int, value: Value) {
    var candidates = members.indices.filter { members[$0].isAvailable }
    if candidates.isEmpty { candidates = Array(members.indices) }
    for index in members.indices where !candidates.contains(index) { health[index].recordOutage(members[index].statuses.first) }
    if let preferred, candidates.contains(preferred) { candidates = [preferred] + candidates.filter { $0 != preferred } }
    var best: OriginError?
    for (index, candidate) in candidates.enumerated() {
      let start = ContinuousClock.now
      let isLast = index == candidates.count - 1
      let timeout = isLast ? nil : timeouts.limit(candidate, within: start.duration(to: context.deadline))
      do throws(OriginError) {
        let value = try await ask(members[candidate], timeout.map { context.ending(at: start + $0) } ?? context)
        timeouts.record(start.duration(to: .now), of: candidate)
        health[candidate].recordSuccess()
        return (candidate, value)
      } catch {
        health[candidate].recordFailure(error)
        // It may answer, but more slowly than before. Without more time, it would be asked in vain, again and again.
        if let timeout, error.code == .timedOut, error.wasSent { timeouts.recordTimeout(timeout, of: candidate) }
        guard Self.mayAnotherAnswer(error), ContinuousClock.now < context.deadline else { throw error }
        var error = error
        // What passed is the member's share of the time, not the caller's deadline.
        if error.wasSent { error.callerTimedOut = false }
        best = best.map { Self.better($0, error) } ?? error
      }
    }
    throw best ?? OriginError(.unreachable, "no origin is configured")
  }

  /// Whether another member may answer a request that ended with `error`: not if the catalogue has no such record, or if the request is to blame.
  static func mayAnotherAnswer(_ error: OriginError) -> Bool {
    ![.notFound, .cancelled, .invalid].contains(error.code)
  }

  /// Returns the error to report: that of a request that was sent, or else the one with the shortest time until a retry.
  static func better(_ one: OriginError, _ other: OriginError) -> OriginError {
    if (one.code == .failing) != (other.code == .failing) { return one.code == .failing ? other : one }
    return (other.retryAfter ?? .zero) < (one.retryAfter ?? .zero) ? other : one
  }
}

/// The ``FailoverTimeout`` of each member of a group.
private final class MemberTimeouts: Sendable {
  private let timeouts: Mutex<[FailoverTimeout]>

  init(_ count: Int, minimum: Duration) { timeouts = Mutex(Array(repeating: FailoverTimeout(minimum: minimum), count: count)) }

  func limit(_ member: Int, within timeLeft: Duration) -> Duration { timeouts.withLock { $0[member].limit(within: timeLeft) } }

  func record(_ duration: Duration, of member: Int) { timeouts.withLock { $0[member].record(duration) } }

  func recordTimeout(_ timeout: Duration, of member: Int) { timeouts.withLock { $0[member].recordTimeout(timeout) } }
}

extension FetchContext {
  /// The context with another deadline.
  fileprivate func ending(at deadline: ContinuousClock.Instant) -> FetchContext {
    var context = self
    context.deadline = deadline
    return context
  }
}
