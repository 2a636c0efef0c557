import MessageBus

/// Header fields of an origin's response that are forwarded to the cache: the inputs to freshness and revalidation (RFC 9111 sections 3 to
/// 5, RFC 9110 sections 8.8, 10.2.3 and 12.5.5). Values are forwarded as the origin wrote them.
enum ForwardedFields {
  /// List fields: several field lines are joined with commas (RFC 9110 section 5.3).
  static let lists = ["cache-control", "vary"]
  /// Singleton fields: the first field line counts.
  static let singletons = ["age", "date", "etag", "expires", "last-modified", "retry-after"]
  /// Maximum length of a forwarded value in bytes. A longer list is replaced by its most conservative value; a longer singleton is dropped.
  static let maxLength = 4_096

  /// - Parameter lines: returns the field lines with a name, in order.
  static func fields(_ lines: (String) -> [String]) -> Fields {
    var fields = Fields()
    for name in singletons {
      if let value = lines(name).first, value.utf8.count <= maxLength { fields[name] = value }
    }
    for name in lists {
      let values = lines(name)
      guard !values.isEmpty else { continue }
      let value = values.joined(separator: ", ")
      fields[name] = value.utf8.count <= maxLength ? value : name == "vary" ? "*" : "no-store"
    }
    return fields
  }

  /// Adds `fields` to `reply` without replacing existing fields.
  static func add(_ fields: Fields, to reply: inout Reply) {
    for name in fields.names where reply.fields[name] == nil { reply.fields[name] = fields[name] }
  }
}
