import Contracts
import MessageBus
import Models
import OrderedJSON

/// Sorts an origin's list: takes all pages of the origin and returns sorted pages of ten records. Pure.
enum ListAssembly {
  static let pageSize = 10

  /// Returns the sorted pages.
  ///
  /// A record that appears on two pages, because the origin's list changed while it was read, is included once. Records that cannot be
  /// decoded come last.
  static func pages(
    of sources: [PageBody], as kind: KindDescription, in order: ListPage.Order, kinds: Kinds
  ) throws(Problem) -> [PageBody] {
    var items: [Reference: JSON] = [:]
    var records: [Record] = []
    for item in sources.flatMap(\.items) {
      guard let id = item["id"]?.int else { continue }
      // A malformed record does not fail the list; it has no values to sort by.
      let record = (try? Record(canonical: item, kinds: kinds)) ?? Record(unknown: Reference(kind.name, id), extras: item.object ?? [:])
      guard items.updateValue(item, forKey: record.reference) == nil else { continue }
      records.append(record)
    }
    let sorted: [Record]
    do { sorted = try kind.sorted(records, by: order.key, descending: order.descending) } catch {
      throw Problem.badRequest("sort", "\(error)")
    }
    let pages = max(1, (sorted.count + pageSize - 1) / pageSize)
    // The highest count that any of the origin's pages states.
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
