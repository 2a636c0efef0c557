import Models
import OrderedJSON

extension SWAPIInfoDialect {
  /// Answers as a server of files does: with or without a slash at the end, and whatever the query.
  public func answer(_ request: ServedRequest, from records: any ServedRecords) -> ServedAnswer {
    guard let path = request.components else { return .webPage(404, "Not Found") }
    guard ["GET", "HEAD"].contains(request.method) else { return Self.error(405, "Method not allowed") }
    switch path.count {
    case 0: return .document(.root) { wire(root: records.kinds.sorted(), base: $0) }
    case 1:
      guard let kind = KindName(path[0]), let all = records.records(of: kind) else { break }
      let query = PageQuery(kind)
      return .document(.page(query)) { wire(WirePage(query, records: all, count: all.count, pages: 1), base: $0) }
    case 2:
      guard let reference = Reference(path.joined(separator: "/")), let record = records.record(reference) else { break }
      return .document(.record(reference)) { wire(record, base: $0) }
    default: break
    }
    return Self.error(404, "Resource not found")
  }

  private static func error(_ status: Int, _ message: String) -> ServedAnswer {
    ServedAnswer(status, .json(["message": .string(message)]))
  }
}
