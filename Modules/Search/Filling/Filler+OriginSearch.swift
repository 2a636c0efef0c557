import Contracts
import MessageBus
import Models

extension Filler {
  /// Asks the origin, by way of the cache, for records of `kinds` that its own search finds, and indexes them. `nil` when no kind was answered.
  nonisolated func searchOrigin(_ text: String, in kinds: [KindName], within limit: Duration) async -> [Reference]? {
    let source = source
    let pages = await withTaskGroup(of: PageBody?.self) { group in
      for kind in kinds {
        let request = ListRequest(kind, asOrigin: true, search: text).request
        group.addTask {
          let reply = await source.ask(.cache, request, within: limit)
          return reply.status == 200 ? try? PageBody(reply.content) : nil
        }
      }
      return await group.reduce(into: [PageBody]()) { if let page = $1 { $0.append(page) } }
    }
    guard !pages.isEmpty else { return nil }
    let items = pages.flatMap(\.items)
    await index.learn(items, .single)
    await index.settled()
    return items.compactMap { Reference(canonical: $0) }
  }
}
