import Contracts
import MessageBus
import Models

/// Fetches the list of a kind for the names of many of its records: one request to the origin returns a page of records instead of one.
struct ListFetch: Sendable {
  /// Number of records of one kind for which the list is fetched.
  static let minimumCount = 10
  /// A page takes the origin longer than a record, so each page but the first must save another request.
  private static let recordsPerPage = 2
  /// Number of pages that are fetched concurrently.
  private static let concurrency = 8

  let lookup: Lookup

  /// Returns whether the list of a kind may be fetched for `count` records. What it contains must be stored, and must satisfy the request.
  static func isAllowed(for count: Int, _ validation: Validation) -> Bool {
    count >= minimumCount && validation.acceptsAnyFresh && !validation.noStore && !validation.onlyIfCached
  }

  /// Fetches the first page, and the others if this takes fewer requests than fetching the rest of the records with `ids` one by one.
  func fetch(_ kind: KindName, for ids: Set<Int>, _ validation: Validation, _ caller: Caller) async {
    guard case .entry(let first, _) = await lookup.find(.page(ListPage(kind)), validation, caller), let order = first.page else { return }
    let missing = ids.subtracting(order.ids).count
    guard first.pages > 1, (first.pages - 1) * Self.recordsPerPage <= missing else { return }
    await withTaskGroup(of: Void.self) { group in
      for number in 2...first.pages {
        if number > Self.concurrency + 1 { _ = await group.next() }
        guard caller.remaining > .zero, !Task.isCancelled else { return }
        group.addTask { _ = await lookup.find(.page(ListPage(kind, number)), validation, caller) }
      }
    }
  }
}
