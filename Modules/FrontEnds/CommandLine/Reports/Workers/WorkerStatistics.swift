import Client
import Contracts
import MessageBus
import OrderedJSON

extension Repository {
  /// Returns the statistics of the workers of every attached service. Asks all services concurrently.
  func statistics(_ attached: AttachedServices) async -> [ServiceName: [JSON]] {
    await withTaskGroup(of: (ServiceName, [JSON]).self) { group in
      for service in TopSample.services where attached.offers(service) {
        group.addTask { (service, await self.statistics(of: service, attached.workers(service)).workers) }
      }
      var replies: [ServiceName: [JSON]] = [:]
      for await (service, statistics) in group { replies[service] = statistics }
      return replies
    }
  }
}
