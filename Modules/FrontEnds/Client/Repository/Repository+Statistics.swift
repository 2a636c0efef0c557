public import Contracts
public import OrderedJSON

/// The statistics of the workers of one service.
public struct ServiceStatistics: Sendable, Hashable {
  /// The statistics of each worker that replied, sorted by process ID and instance.
  public var workers: [JSON]
  /// Number of requests that were sent for them.
  public var requests: Int
}

extension Repository {
  /// Returns the statistics of each worker of `service` (`GET /stats`).
  ///
  /// The broker assigns each request to the least busy worker, so a round of `count` concurrent requests may miss some workers. Sends up to
  /// four rounds, until `count` processes have replied or a round finds no new process: a worker that hangs would delay each of them by a
  /// whole timeout. Workers that report the same process ID and instance count as one.
  public func statistics(of service: ServiceName, _ count: Int) async -> ServiceStatistics {
    // Limits the number of requests, whatever number of workers the broker reports.
    let count = min(count, 64)
    var byProcess: [String: JSON] = [:]
    var round = 0
    var hasFound = true
    while byProcess.count < count, round < 4, hasFound {
      let known = byProcess.count
      await withTaskGroup(of: JSON?.self) { group in
        for _ in 0..<count { group.addTask { try? await self.ask(StatsRequest(), of: service) } }
        for await statistics in group {
          if let statistics, let process = StatsRequest.process(of: statistics) { byProcess[process] = statistics }
        }
      }
      round += 1
      hasFound = byProcess.count > known
    }
    let sorted = byProcess.sorted { ($0.value["pid"]?.int ?? 0, $0.key) < ($1.value["pid"]?.int ?? 0, $1.key) }
    return ServiceStatistics(workers: sorted.map(\.value), requests: round * count)
  }
}
