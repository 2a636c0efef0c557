import Contracts
import MessageBus
import Models
import OrderedJSON

/// Puts an origin's list into another order: all its pages in, pages of ten out. Pure.
enum ListAssembly {
  static let pageSize = 10

  /// Records that stand on two pages, because the origin's list moved while it was read, are taken once. A record that is not of its kind's
  /// form comes last.
  static func pages(
    of sources: [PageBody], as kind: KindDescription, in order: ListPage.Order, kinds: Kinds
  ) throws(Problem) -> [PageBody] {
    var items: [Reference: JSON] = [:]
    var records: [Record] = []
    for item in sources.flatMap(\.items) {
      guard let id = item["id"]?.int else { continue }
      // One odd record does not fail its list: it has no values to sort by.
      let record = (try? Record(canonical: item, kinds: kinds)) ?? Record(unknown: Reference(kind.name, id), extras: item.object ?? [:])
      guard items.updateValue(item, forKey: record.reference) == nil else { continue }
      records.append(record)
    }
    let sorted: [Record]
    do { sorted = try kind.sorted(records, by: order.key, descending: order.descending) } catch {
      throw Problem.badRequest("sort", "\(error)")
    }
    let pages = max(1, (sorted.count + pageSize - 1) / pageSize)
    // What the origin counts, where its pages disagree the most.
    let counted = sources.reduce(0) { max($0, $1.count + ($1.missing ?? 0)) }
    let missing = counted > sorted.count ? counted - sorted.count : nil
    return (0..<pages).map { index in
      let cut = sorted.dropFirst(index * pageSize).prefix(pageSize)
      return PageBody(
        kind: kind.name, page: index + 1, pages: pages, count: sorted.count, missing: missing, items: cut.compactMap { items[$0.reference] }
      )
    }
  }
}
