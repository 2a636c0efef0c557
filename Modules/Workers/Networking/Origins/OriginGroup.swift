public import Contracts
import Logging
import Synchronization

/// Several origins of one catalogue, in order of preference: each request goes to the first member that is not failing, and to the next one
/// if that fails, or if it takes much longer than usual (``FailoverTimeout``). A member is asked again as soon as its circuit breaker or its
/// backoff allows a request.
///
/// The group is one origin: its identity consists of the identities of its members, sorted and joined by commas. `content-location` names the
/// member that sent a record or page. All pages of a list come from one member; if that fails, the list continues with another one, and the
/// cache, which sees the change of the server, reads the list again. Validators are sent to whichever member is asked, because members serve the
/// same catalogue. Each member has limits of its own, and finds out its own dialect.
public final class OriginGroup: Origin {
  public let identity: OriginIdentity
  private let members: [any Origin]
  /// The health of each member, which the answers of the others hide from the callers.
  private let health: [OriginHealth]

  private struct State {
    /// The member that sent the first page of a list; for a limited number of lists.
    var pins: [OriginList: Int] = [:]
    /// How long each member may take.
    var timeouts: [FailoverTimeout]
  }

  private let state: Mutex<State>

  /// A query with the members to ask.
  private struct Search: Sendable {
    let query: OriginQuery
    let context: FetchContext
    let candidates: [Int]
    let finish: Finish
  }

  /// - Parameters:
  ///   - members: at least one. Throws ``OriginError/Code/invalid`` if two are the same origin, or if the identity is too long.
  ///   - logger: logs when a member fails and when it recovers.
  ///   - minTimeout: see ``FailoverTimeout/minimum``. Tests choose a longer one.
  init(_ members: [any Origin], minTimeout: Duration = FailoverTimeout.standardMinimum, logger: Logger) throws(OriginError) {
    identity = try Self.identity(members.map(\.identity))
    self.members = members
    health = members.map { OriginHealth($0.address, logger: logger) }
    state = Mutex(State(timeouts: members.map { _ in FailoverTimeout(minimum: minTimeout) }))
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

  public var statuses: [OriginStatus] { members.flatMap(\.statuses) }

  public var isAvailable: Bool { members.contains(where: \.isAvailable) }

  public func cancel(_ id: UInt64) { for member in members { member.cancel(id) } }

  public func close() async { for member in members { await member.close() } }

  /// Asks the members that are available in order until one answers; first the one that sent the first page of a list. If none is available,
  /// the one that is tried again soonest reports why.
  public func fetch(_ query: OriginQuery, _ context: FetchContext, _ finish: @escaping Finish) {
    var candidates = members.indices.filter { members[$0].isAvailable }
    if candidates.isEmpty { candidates = Array(members.indices) }
    for index in members.indices where !candidates.contains(index) { health[index].recordOutage(members[index].statuses.first) }
    if case .page(2..., let list) = query, let pinned = state.withLock({ $0.pins[list] }), candidates.contains(pinned) {
      candidates = [pinned] + candidates.filter { $0 != pinned }
    }
    ask(0, Search(query: query, context: context, candidates: candidates, finish: finish))
  }

  /// - Parameter best: the failure to report so far.
  private func ask(_ index: Int, _ search: Search, best: OriginError? = nil) {
    guard search.candidates.indices.contains(index) else {
      return search.finish(.failure(best ?? OriginError(.unreachable, "no origin is configured")))
    }
    let (member, start) = (search.candidates[index], ContinuousClock.now)
    let isLast = index == search.candidates.count - 1
    let timeout = isLast ? nil : state.withLock { $0.timeouts[member].limit(within: start.duration(to: search.context.deadline)) }
    var context = search.context
    if let timeout { context.deadline = start + timeout }
    members[member].fetch(search.query, context) { [self] result in
      switch result {
      case .success:
        health[member].recordSuccess()
        state.withLock { state in
          state.timeouts[member].record(start.duration(to: .now))
          guard case .page(_, let list) = search.query else { return }
          // Lists that are being read are pinned again by their next page.
          if state.pins.count >= Self.maxPins { state.pins = [:] }
          state.pins[list] = member
        }
        search.finish(result)
      case .failure(var error):
        health[member].recordFailure(error)
        // It may answer, but more slowly than before. Without more time, it would be asked in vain, again and again.
        if let timeout, error.code == .timedOut, error.wasSent { state.withLock { $0.timeouts[member].recordTimeout(timeout) } }
        guard Self.mayAnotherAnswer(error), ContinuousClock.now < search.context.deadline else { return search.finish(result) }
        // What passed is the member's share of the time, not the caller's deadline.
        if error.wasSent { error.callerTimedOut = false }
        ask(index + 1, search, best: best.map { Self.better($0, error) } ?? error)
      }
    }
  }

  private static let maxPins = 256

  /// Whether another member may answer a request that ended with `error`: not if the catalogue has no such record, or if the request is to blame.
  static func mayAnotherAnswer(_ error: OriginError) -> Bool { ![.notFound, .cancelled, .invalid].contains(error.code) }

  /// Returns the error to report: that of a request that was sent, or else the one with the shortest time until a retry.
  static func better(_ one: OriginError, _ other: OriginError) -> OriginError {
    if (one.code == .failing) != (other.code == .failing) { return one.code == .failing ? other : one }
    return (other.retryAfter ?? .zero) < (one.retryAfter ?? .zero) ? other : one
  }
}

/// How long a member of an ``OriginGroup`` may take for an answer before the next member is asked: three times as long as the slowest of its
/// recent answers, because a fetch may have much more time than the front-end that waits for it. Pure.
struct FailoverTimeout: Sendable {
  /// Minimum timeout, which also applies before the first answer. More than ``HTTPSettings/silenceLimit``, so that a member that does not
  /// answer in time counts as failing, and its circuit breaker opens soon.
  static let standardMinimum = Duration.milliseconds(1_500)

  let minimum: Duration
  private var duration = Duration.zero

  init(minimum: Duration = standardMinimum) { self.minimum = minimum }

  /// Records the duration of an answer. A faster one lowers the timeout by a twentieth at most.
  mutating func record(_ answer: Duration) { duration = max(answer * 3, duration - duration / 20) }

  /// Records that there was no answer within `timeout`. The next timeout is twice as long: a member that has become slow answers within one of
  /// them, which shows how slow it is.
  mutating func recordTimeout(_ timeout: Duration) { duration = max(timeout * 2, duration) }

  /// Returns the timeout for a request that must be answered within `timeLeft`: at most half of it, so that the next member has time, too.
  func limit(within timeLeft: Duration) -> Duration { min(timeLeft / 2, max(minimum, duration)) }
}
