public import Models

/// A dialect that can also answer requests, as servers of its family do. A program that serves records needs nothing else to know about the
/// family: paths, pages, search and errors are decisions of the dialect.
public protocol ServingDialect: Dialect {
  /// Answers a request. Does no I/O; `records` is called on the caller's thread.
  func answer(_ request: ServedRequest, from records: any ServedRecords) -> ServedAnswer
}

extension Dialects {
  /// The dialects that can answer requests.
  public var serving: [any ServingDialect] { all.compactMap { $0 as? any ServingDialect } }
}

/// The records that a server offers.
public protocol ServedRecords: Sendable {
  var kinds: [KindName] { get }
  /// Number of records of a page, if the request does not ask for another; at least 1.
  var pageSize: Int { get }

  /// Returns a record, or `nil` if there is none.
  func record(_ reference: Reference) -> Record?

  /// Returns all records of a kind in the order of the lists, or `nil` if the kind is unknown.
  func records(of kind: KindName) -> [Record]?
}
