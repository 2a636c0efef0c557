import MessageBus

/// The fields of an origin's answer that travel with it to whoever keeps it: what a cache needs to calculate freshness and to ask again
/// (RFC 9111 sections 3 to 5, RFC 9110 sections 8.8, 10.2.3 and 12.5.5). Values stay as the origin wrote them.
enum CarriedFields {
  /// Lists: several lines are one value, joined by commas (RFC 9110 section 5.3).
  static let lists = ["cache-control", "vary"]
  /// Of these the first line counts.
  static let single = ["age", "date", "etag", "expires", "last-modified", "retry-after"]
  /// Longer values are not carried, in bytes; a list that long stands for its most careful meaning.
  static let longest = 4_096

  /// - Parameter lines: the lines of the field of a name, in their order.
  static func fields(_ lines: (String) -> [String]) -> Fields {
    var fields = Fields()
    for name in single {
      if let value = lines(name).first, value.utf8.count <= longest { fields[name] = value }
    }
    for name in lists {
      let values = lines(name)
      guard !values.isEmpty else { continue }
      let value = values.joined(separator: ", ")
      fields[name] = value.utf8.count <= longest ? value : name == "vary" ? "*" : "no-store"
    }
    return fields
  }

  /// Puts `fields` into `reply`, leaving alone what it has.
  static func add(_ fields: Fields, to reply: inout Reply) {
    for name in fields.names where reply.fields[name] == nil { reply.fields[name] = fields[name] }
  }
}
