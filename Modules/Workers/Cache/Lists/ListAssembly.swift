import Contracts
import MessageBus
import Models
import OrderedJSON

/// Sorts an origin's list: takes all pages of the origin and returns sorted pages of ``Models/Kinds/pageSize`` records. Pure.
enum ListAssembly {
  /// Returns the sorted pages, with the bytes of the source pages. A record that is on two pages, because the origin's list changed while it was
  /// read, is included once. Records that cannot be decoded come last.
  static func pages(
    of sources: [CacheEntry], as kind: Kind, in order: ListPage.Order, kinds: Kinds
  ) throws(Problem) -> [(order: PageOrder, content: [UInt8])] {
    var pageRecords: [Reference: PageRecord] = [:]
    var records: [Record] = []
    // A malformed record does not fail the list; it has no values to sort by.
    var unreadable: [Record] = []
    for pageRecord in sources.flatMap({ $0.page?.items ?? [] }) {
      let reference = Reference(kind.name, pageRecord.id)
      guard pageRecords.updateValue(pageRecord, forKey: reference) == nil else { continue }
      if let record = (try? JSON(parsing: pageRecord.body)).flatMap({ try? Record(canonical: $0, kinds: kinds) }) {
        records.append(record)
      } else {
        unreadable.append(Record(unknown: reference, extras: [:]))
      }
    }
    let sorted: [Record]
    do { sorted = try kind.sorted(records, by: order.key, descending: order.descending) + unreadable } catch {
      throw Problem.badRequest("sort", "\(error)")
    }
    let pageSize = Kinds.pageSize
    let pages = max(1, (sorted.count + pageSize - 1) / pageSize)
    // The highest count that any of the origin's pages states.
    let counted = sources.compactMap(\.page?.head).reduce(0) { max($0, $1.count + ($1.missing ?? 0)) }
    let missing = counted > sorted.count ? counted - sorted.count : nil
    return (0..<pages).map { index in
      let head = PageBody(kind: kind.name, page: index + 1, pages: pages, count: sorted.count, missing: missing, items: [])
      let cut = sorted.dropFirst(index * pageSize).prefix(pageSize)
      return PageOrder.assemble(head, cut.compactMap { pageRecords[$0.reference] })
    }
  }
}
