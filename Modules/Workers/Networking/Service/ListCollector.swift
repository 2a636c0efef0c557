import Contracts
import MessageBus
import Models
import Synchronization

/// Collects all pages of a list, to sort the records and paginate them again.
final class ListCollector: Sendable {
  private let pages = Mutex<[OriginPage]>([])

  func append(_ page: OriginPage) { pages.withLock { $0.append(page) } }

  /// Returns the sorted list in pages of the origin's size. Without `key`, `descending` reverses the origin's order. Throws a 400 that
  /// names the available keys.
  func sorted(by key: String?, descending: Bool, kind: KindDescription?) throws(Problem) -> [OriginPage] {
    let pages = pages.withLock { $0 }
    let size = max(1, pages.first?.records.count ?? 1)
    var records = pages.flatMap(\.records)
    if let key, let kind {
      do { records = try kind.sorted(records, by: key, descending: descending) } catch { throw .badRequest("sort", error.message) }
    } else if descending {
      records.reverse()
    }
    let count = max(1, (records.count + size - 1) / size)
    return (1...count).map { number in
      let slice = records[(number - 1) * size..<min(number * size, records.count)]
      return OriginPage(records: Array(slice), number: number, pages: count, count: records.count)
    }
  }
}
