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

  /// - Parameter lines: all field lines, in order.
  static func fields(_ lines: some Sequence<(name: String, value: String)>) -> Fields {
    var values: [String: String] = [:]
    for line in lines {
      let name = line.name.lowercased()
      if lists.contains(name) {
        values[name, default: ""] += values[name] == nil ? line.value : ", " + line.value
      } else if singletons.contains(name), values[name] == nil {
        values[name] = line.value
      }
    }
    var fields = Fields()
    for name in singletons {
      if let value = values[name], value.utf8.count <= maxLength { fields[name] = value }
    }
    for name in lists {
      if let value = values[name] { fields[name] = value.utf8.count <= maxLength ? value : name == "vary" ? "*" : "no-store" }
    }
    return fields
  }

  /// Adds `fields` to `reply` without replacing existing fields.
  static func add(_ fields: Fields, to reply: inout Reply) {
    for name in fields.names where reply.fields[name] == nil { reply.fields[name] = fields[name] }
  }
}
