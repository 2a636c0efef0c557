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
  /// - Parameter origin: the current origin, for problems; an entry has its own.
  func reply(unless tag: String?, from origin: OriginIdentity?, at now: WallTime) -> Reply {
    switch self {
    case .entry(let entry, let status): entry.reply(status, unless: tag, at: now)
    case .problem(let problem, let status): problem.reply(status, from: origin)
    }
  }
}

extension CacheStatus {
  /// Returns the status of an answer made from both: forwarded if one of them is; for two hits, the shorter time to live.
  func combined(with other: CacheStatus) -> CacheStatus {
    switch (self, other) {
    case (.hit(let mine, let myDetail), .hit(let theirs, let theirDetail)):
      mine <= theirs ? .hit(timeToLive: mine, detail: myDetail ?? theirDetail) : .hit(timeToLive: theirs, detail: theirDetail ?? myDetail)
    case (.forwarded(let reason, let status, let stored, let collapsed), .forwarded(_, _, let alsoStored, let alsoCollapsed)):
      .forwarded(reason, status: status, stored: stored && alsoStored, collapsed: collapsed && alsoCollapsed)
    case (.forwarded, .hit): self
    case (.hit, .forwarded): other
    }
  }
}
