import Contracts
import MessageBus
import Models
import Synchronization

/// Gathers all pages of a list, to cut them anew in another order.
final class WholeList: Sendable {
  private let gathered = Mutex<[OriginPage]>([])

  func add(_ page: OriginPage) { gathered.withLock { $0.append(page) } }

  /// Pages of the origin's size. Without `key`, `descending` turns the origin's order round. Throws a 400 that names the keys there are.
  func sorted(by key: String?, descending: Bool, kind: KindDescription?) throws(Problem) -> [OriginPage] {
    let pages = gathered.withLock { $0 }
    let size = max(1, pages.first?.records.count ?? 1)
    var records = pages.flatMap(\.records)
    if let key, let kind {
      do { records = try kind.sorted(records, by: key, descending: descending) } catch { throw .badRequest("sort", error.message) }
    } else if descending {
      records.reverse()
    }
    let count = max(1, (records.count + size - 1) / size)
    return (1...count).map { number in
      let cut = records[(number - 1) * size..<min(number * size, records.count)]
      return OriginPage(records: Array(cut), number: number, pages: count, count: records.count)
    }
  }
}
