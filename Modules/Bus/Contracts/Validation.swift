import MessageBus

/// How fresh an answer the caller wants, and what it holds already.
public struct Validation: Sendable, Hashable {
  /// The entity tag the caller holds (`if-none-match`, RFC 9110 section 13.1.2); the answer may then be 304 without content.
  public var entityTag: String?
  /// When the caller's copy was last modified (`if-modified-since`, RFC 9110 section 13.1.3), as the origin wrote it; counts only without a tag.
  public var modifiedSince: String?
  /// `cache-control: no-cache`: ask the origin whether what is stored still stands (RFC 9111 section 5.2.1.4).
  public var revalidate: Bool
  /// `cache-control: only-if-cached`: never ask the origin; 504 when nothing is stored (RFC 9111 section 5.2.1.7).
  public var onlyIfCached: Bool

  public init(entityTag: String? = nil, modifiedSince: String? = nil, revalidate: Bool = false, onlyIfCached: Bool = false) {
    self.entityTag = entityTag
    self.modifiedSince = modifiedSince
    self.revalidate = revalidate
    self.onlyIfCached = onlyIfCached
  }

  init(_ fields: Fields) {
    guard let control = fields["cache-control"] else {
      self.init(entityTag: fields["if-none-match"], modifiedSince: fields["if-modified-since"])
      return
    }
    let directives = control.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() }
    self.init(
      entityTag: fields["if-none-match"], modifiedSince: fields["if-modified-since"], revalidate: directives.contains("no-cache"),
      onlyIfCached: directives.contains("only-if-cached"))
  }

  var fields: Fields {
    var fields = Fields()
    fields["if-none-match"] = entityTag
    fields["if-modified-since"] = modifiedSince
    let directives = [revalidate ? "no-cache" : nil, onlyIfCached ? "only-if-cached" : nil].compactMap(\.self)
    if !directives.isEmpty { fields["cache-control"] = directives.joined(separator: ", ") }
    return fields
  }
}
