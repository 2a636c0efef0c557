import Client
import Contracts
import MessageBus
import OrderedJSON

extension Repository {
  /// What each worker of `service` says of itself (`GET /stats`), by process. The broker gives each question to the worker that is least busy, so
  /// that one after another may miss some: it is asked again until `count` processes have answered, for at most four rounds. Workers that
  /// claim the same process count as one.
  func statistics(of service: ServiceName, _ count: Int) async -> [JSON] {
    // A broker may count more workers than anybody means to ask.
    let count = min(count, 64)
    var byProcess: [Int: JSON] = [:]
    var round = 0
    while byProcess.count < count, round < 4 {
      await withTaskGroup(of: JSON?.self) { group in
        for _ in 0..<count { group.addTask { try? await self.ask(StatsRequest(), of: service) } }
        for await statistics in group { if let statistics, let process = statistics["pid"]?.int { byProcess[process] = statistics } }
      }
      round += 1
    }
    return byProcess.sorted { $0.key < $1.key }.map(\.value)
  }
}
