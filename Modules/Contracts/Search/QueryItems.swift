import MessageBus
import Models
import OrderedJSON

extension Target {
  /// The item `kind`; `nil` when there is none.
  func kind() throws(Problem) -> KindName? {
    guard let text = self["kind"] else { return nil }
    guard let kind = KindName(text) else { throw .badRequest("kind", "'\(text)' is not the name of a kind") }
    return kind
  }

  /// The item `limit`, from 1 to `largest`.
  func limit(orElse standard: Int, atMost largest: Int) throws(Problem) -> Int {
    guard let text = self["limit"] else { return standard }
    guard let limit = Int(text), (1...largest).contains(limit) else {
      throw .badRequest("limit", "'\(text)' is no limit: write 1 to \(largest)")
    }
    return limit
  }
}

extension Reply {
  func json() throws(Problem) -> JSON {
    do { return try JSON(parsing: content) } catch { throw .unexpected("JSON") }
  }
}

extension Problem {
  /// A worker's answer is not of the form that its contract names.
  static func unexpected(_ expected: String) -> Problem {
    Problem(502, "a worker answered in an unknown form", detail: "expected \(expected)", type: Kind.malformed)
  }
}
