import Contracts
import MessageBus

/// The result of a lookup, before it is converted to a reply.
enum LookupResult: Sendable {
  case entry(CacheEntry, CacheStatus)
  case problem(Problem, CacheStatus)

  var status: CacheStatus {
    switch self {
    case .entry(_, let status), .problem(_, let status): status
    }
  }

  /// Returns the reply.
  /// - Parameters:
  ///   - key: the key of the answer, for its `cache-status` field.
  ///   - origin: the current origin, for problems; an entry has its own.
  func reply(for key: CacheKey?, unless condition: Precondition, from origin: OriginIdentity?, at now: WallTime) -> Reply {
    switch self {
    case .entry(let entry, let status): entry.reply(status.field(for: key), unless: condition, at: now)
    case .problem(let problem, let status): problem.reply(status.field(for: key), from: origin)
    }
  }
}
