import Contracts
import MessageBus
import OrderedJSON

/// Which records a search worker indexes.
public enum FillMode: String, Sendable, Hashable, CaseIterable {
  /// The records that the cache holds.
  case cached
  /// All records; the cache fetches those it does not hold.
  case eager
  /// ``eager`` if all origins are embedded or on this machine, otherwise ``cached``: remote servers are crawled only on request.
  case auto
}

/// Decides whether the indexer may have the cache fetch records from the origin.
///
/// The bus passes a fetch to any attached fetcher, so ``FillMode/auto`` allows fetching only while the origins of all attached fetchers are
/// on this machine. A fetcher whose origin cannot be determined counts as remote.
actor FetchPolicy {
  private let mode: FillMode
  private let source: any Source
  private let requestTimeout: Duration
  /// The attached fetchers, once all of them are known to have a local origin.
  private var trusted: Set<String> = []

  /// Maximum number of statistics requests for each attached fetcher.
  private static let maxRounds = 4

  init(_ mode: FillMode, _ source: any Source, requestTimeout: Duration) {
    self.mode = mode
    self.source = source
    self.requestTimeout = requestTimeout
  }

  /// Returns whether fetching is allowed now. Costs one short broker request while the set of fetchers is unchanged.
  func allowsFetching() async -> Bool {
    switch mode {
    case .cached: return false
    case .eager: return true
    case .auto:
      guard let attached = await source.workers(of: .fetch, within: requestTimeout), !attached.isEmpty else { return false }
      if attached == trusted { return true }
      trusted = await areLocal(attached) ? attached : []
      return !trusted.isEmpty
    }
  }

  /// Returns whether the origins of all attached fetchers are on this machine. The broker passes requests to fetchers in turn, so repeated
  /// requests reach each of them; process IDs tell them apart.
  private func areLocal(_ attached: Set<String>) async -> Bool {
    var processes: Set<Int> = []
    for _ in 0..<Self.maxRounds * attached.count where processes.count < attached.count {
      let reply = await source.ask(.fetch, StatsRequest().request, within: requestTimeout)
      guard let statistics = try? StatsRequest.answer(reply), let process = statistics["pid"]?.int,
        let origin = statistics["origin"]?.string, Self.isLocal(origin)
      else { return false }
      processes.insert(process)
    }
    guard processes.count == attached.count else { return false }
    // The result is valid only if no fetcher attached or left meanwhile.
    return await source.workers(of: .fetch, within: requestTimeout) == attached
  }

  /// Returns whether `address`, the origin as a fetcher names it, is `embedded` or a URL of the loopback interface; of several servers, all
  /// must be. Returns `false` in case of doubt.
  static func isLocal(_ address: String) -> Bool {
    let members = OriginIdentity(address)?.members ?? []
    return !members.isEmpty
      && members.allSatisfy { $0 == OriginIdentity.embedded.text || (try? HTTPURL($0))?.isLoopback ?? false }
  }
}
