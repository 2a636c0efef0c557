import MessageBus
import Models
import OrderedJSON

extension Target {
  /// Returns the item `q`. Throws a 400 if the text is longer than ``SearchRequest/maxTextLength``: matching costs time for every word.
  func queryText() throws(Problem) -> String? {
    guard let text = self["q"] else { return nil }
    guard text.utf8.count <= SearchRequest.maxTextLength else {
      throw .badRequest("q", "the text is \(text.utf8.count) bytes long; the maximum is \(SearchRequest.maxTextLength)")
    }
    return text
  }

  /// Returns the item `kind`, or `nil` if there is none.
  func kind() throws(Problem) -> KindName? {
    guard let text = self["kind"] else { return nil }
    guard let kind = KindName(text) else { throw .badRequest("kind", "\(text.quoted) is not a valid kind name") }
    return kind
  }

  /// Returns the item `limit`, from 1 to `max`.
  func limit(default: Int, max: Int) throws(Problem) -> Int {
    guard let text = self["limit"] else { return `default` }
    guard let limit = Int(digits: text), (1...max).contains(limit) else {
      throw .badRequest("limit", "invalid limit \(text.quoted): use 1 to \(max)")
    }
    return limit
  }
}

extension String {
  /// The text in quotation marks, truncated to 80 bytes for use in a message.
  var quoted: String {
    let maxLength = 80
    guard utf8.count > maxLength else { return "'\(self)'" }
    return "'\(String(decoding: utf8.prefix(maxLength), as: UTF8.self))…'"
  }
}
