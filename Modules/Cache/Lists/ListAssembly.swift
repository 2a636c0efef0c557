import Contracts
import MessageBus
import Models
import OrderedJSON

/// Puts an origin's list into another order: all its pages in, pages of ten out. Pure.
enum ListAssembly {
  static let pageSize = 10

  /// Records that stand on two pages, because the origin's list moved while it was read, are taken once.
  static func pages(
    of sources: [PageBody], as kind: KindDescription, in order: ListPage.Order, kinds: Kinds
  ) throws(Problem) -> [PageBody] {
    var items: [Reference: JSON] = [:]
    var records: [Record] = []
    for item in sources.flatMap(\.items) {
      let record: Record
      do { record = try Record(canonical: item, kinds: kinds) } catch {
        throw Problem(502, "a worker answered in an unknown form", detail: "\(error)", type: Problem.Kind.malformed)
      }
      guard items.updateValue(item, forKey: record.reference) == nil else { continue }
      records.append(record)
    }
    let sorted: [Record]
    do { sorted = try kind.sorted(records, by: order.key, descending: order.descending) } catch {
      throw Problem.badRequest("sort", "\(error)")
    }
    let pages = max(1, (sorted.count + pageSize - 1) / pageSize)
    return (0..<pages).map { index in
      let cut = sorted.dropFirst(index * pageSize).prefix(pageSize)
      return PageBody(kind: kind.name, page: index + 1, pages: pages, count: sorted.count, items: cut.compactMap { items[$0.reference] })
    }
  }
}
