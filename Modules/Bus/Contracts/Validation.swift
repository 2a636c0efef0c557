import MessageBus

/// The freshness a caller requires, and the validators of the copy it holds.
public struct Validation: Sendable, Hashable {
  /// Entity tag of the caller's copy (`if-none-match`, RFC 9110 section 13.1.2); the answer may then be 304 without content.
  public var entityTag: String?
  /// Last-Modified date of the caller's copy, as the origin wrote it (`if-modified-since`, RFC 9110 section 13.1.3); ignored if there is
  /// an entity tag.
  public var modifiedSince: String?
  /// `cache-control: no-cache`: revalidate the stored response with the origin (RFC 9111 section 5.2.1.4).
  public var revalidate: Bool
  /// `cache-control: only-if-cached`: never ask the origin; 504 if nothing is stored (RFC 9111 section 5.2.1.7).
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
