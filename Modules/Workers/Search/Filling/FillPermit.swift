import Contracts
import MessageBus
import OrderedJSON

/// Whether records may be asked for that the cache does not hold.
///
/// The bus hands such a request to any of the attached fetchers, so with ``FillMode/auto`` every one of them must look things up on this machine.
/// Whatever cannot be found out counts as a server of somebody else.
actor FillPermit {
  private let mode: FillMode
  private let source: any Source
  private let patience: Duration
  /// Fetchers of which it is known that all look things up on this machine.
  private var trusted: Set<String> = []

  /// Requests for each fetcher until all must have answered.
  private static let mostRounds = 4

  init(_ mode: FillMode, _ source: any Source, patience: Duration) {
    self.mode = mode
    self.source = source
    self.patience = patience
  }

  /// One short question to the broker as long as the fetchers stay the same.
  func isGiven() async -> Bool {
    switch mode {
    case .cached: return false
    case .eager: return true
    case .auto:
      guard let attached = await source.workers(of: .fetch, within: patience), !attached.isEmpty else { return false }
      if attached == trusted { return true }
      trusted = await areLocal(attached) ? attached : []
      return !trusted.isEmpty
    }
  }

  /// Fetchers take turns, so asking often enough reaches each; their process numbers tell them apart.
  private func areLocal(_ attached: Set<String>) async -> Bool {
    var processes: Set<Int> = []
    for _ in 0..<Self.mostRounds * attached.count where processes.count < attached.count {
      let reply = await source.ask(.fetch, StatsRequest().request, within: patience)
      guard let statistics = try? StatsRequest.answer(reply), let process = statistics["pid"]?.int,
        let origin = statistics["origin"]?.string, LocalOrigin.isLocal(origin)
      else { return false }
      processes.insert(process)
    }
    guard processes.count == attached.count else { return false }
    // Nobody came or went meanwhile.
    return await source.workers(of: .fetch, within: patience) == attached
  }
}
