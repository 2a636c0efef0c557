import MessageBus
import Models
import OrderedJSON

extension Target {
  /// The item `q`. Throws a 400 when it is longer than ``SearchRequest/longestText``: matching costs time for every word.
  func text() throws(Problem) -> String? {
    guard let text = self["q"] else { return nil }
    guard text.utf8.count <= SearchRequest.longestText else {
      throw .badRequest("q", "the text has \(text.utf8.count) bytes; at most \(SearchRequest.longestText) are read")
    }
    return text
  }

  /// The item `kind`; `nil` when there is none.
  func kind() throws(Problem) -> KindName? {
    guard let text = self["kind"] else { return nil }
    guard let kind = KindName(text) else { throw .badRequest("kind", "\(text.quotation) is not the name of a kind") }
    return kind
  }

  /// The item `limit`, from 1 to `largest`.
  func limit(orElse standard: Int, atMost largest: Int) throws(Problem) -> Int {
    guard let text = self["limit"] else { return standard }
    guard let limit = Int(text), (1...largest).contains(limit) else {
      throw .badRequest("limit", "\(text.quotation) is no limit: write 1 to \(largest)")
    }
    return limit
  }
}

extension String {
  /// The text in quotation marks, cut where it is too long for a message.
  var quotation: String {
    let most = 80
    guard utf8.count > most else { return "'\(self)'" }
    return "'\(String(decoding: utf8.prefix(most), as: UTF8.self))…'"
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
    Problem(502, "a worker answered in an unknown form", detail: "expected \(expected)", type: ProblemType.malformed)
  }
}
