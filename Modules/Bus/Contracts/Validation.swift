import MessageBus

/// The freshness a caller requires, and the validators of the copy it holds.
public struct Validation: Sendable, Hashable {
  /// Entity tag of the caller's copy (`if-none-match`, RFC 9110 section 13.1.2); the answer may then be 304 without content.
  public var entityTag: String?
  /// Last-Modified date of the caller's copy, as the origin wrote it (`if-modified-since`); ignored if there is an entity tag.
  public var modifiedSince: String?
  /// `cache-control: no-cache`: revalidate the stored response with the origin (RFC 9111 section 5.2.1.4).
  public var revalidate: Bool
  /// `cache-control: only-if-cached`: never ask the origin; 504 if nothing is stored (RFC 9111 section 5.2.1.7).
  public var onlyIfCached: Bool
  /// `cache-control: max-age`: the highest age in seconds (RFC 9111 section 5.2.1.1). Excludes stale responses without `maxStale`.
  public var maxAge: Int64?
  /// `cache-control: min-fresh`: how many seconds the response must stay fresh (RFC 9111 section 5.2.1.3).
  public var minFresh: Int64?
  /// `cache-control: max-stale`: for how many seconds the response may have been stale; `Int64.max` if the directive has no argument.
  public var maxStale: Int64?
  /// `cache-control: no-store`: do not store the response if it has to be fetched (RFC 9111 section 5.2.1.5).
  public var noStore: Bool

  public init(
    entityTag: String? = nil, modifiedSince: String? = nil, revalidate: Bool = false, onlyIfCached: Bool = false, maxAge: Int64? = nil,
    minFresh: Int64? = nil, maxStale: Int64? = nil, noStore: Bool = false
  ) {
    (self.entityTag, self.modifiedSince, self.revalidate, self.onlyIfCached) = (entityTag, modifiedSince, revalidate, onlyIfCached)
    (self.maxAge, self.minFresh, self.maxStale, self.noStore) = (maxAge, minFresh, maxStale, noStore)
  }

  init(_ fields: Fields) {
    self.init(entityTag: fields["if-none-match"], modifiedSince: fields["if-modified-since"])
    guard let field = fields["cache-control"] else {
      // RFC 9111 section 5.4: only without cache-control.
      revalidate = CacheControl(fields["pragma"]).contains("no-cache")
      return
    }
    let control = CacheControl(field)
    revalidate = control.contains("no-cache")
    onlyIfCached = control.contains("only-if-cached")
    maxAge = control.seconds("max-age")
    minFresh = control.seconds("min-fresh")
    maxStale = control.isBare("max-stale") ? .max : control.seconds("max-stale")
    noStore = control.contains("no-store")
  }

  var fields: Fields {
    var fields = Fields()
    fields["if-none-match"] = entityTag
    fields["if-modified-since"] = modifiedSince
    let directives = [
      revalidate ? "no-cache" : nil, onlyIfCached ? "only-if-cached" : nil, noStore ? "no-store" : nil, maxAge.map { "max-age=\($0)" },
      minFresh.map { "min-fresh=\($0)" }, maxStale.map { $0 == .max ? "max-stale" : "max-stale=\($0)" },
    ].compactMap(\.self)
    if !directives.isEmpty { fields["cache-control"] = directives.joined(separator: ", ") }
    return fields
  }

  /// Whether any stored response that is fresh will do.
  public var acceptsAnyFresh: Bool { !revalidate && maxAge == nil && minFresh == nil }
}

/// The directives of a `cache-control` field (RFC 9111 section 5.2). Names are case-insensitive, arguments may be quoted, and the first of
/// several directives with the same name counts.
public struct CacheControl: Sendable, Hashable {
  private var arguments: [String: String] = [:]

  /// Parses a field. Of a malformed field, the directives that can be read count.
  public init(_ field: String?) {
    for directive in Self.split(field ?? "") {
      let sides = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(sides[0]).lowercased()
      guard !name.isEmpty, arguments[name] == nil else { continue }
      arguments[name] = sides.count == 2 ? Self.trimmed(sides[1]).filter { $0 != "\"" } : ""
    }
  }

  /// Returns whether the field has the directive `name`, which is in lowercase.
  public func contains(_ name: String) -> Bool { arguments[name] != nil }

  /// Returns the argument of a directive in seconds; `nil` if the field does not have the directive. An argument that is not a number
  /// counts as 0: a response with invalid freshness is stale (section 4.2.1). Values above 2^31 count as 2^31 (section 1.2.2).
  public func seconds(_ name: String) -> Int64? {
    guard let argument = arguments[name] else { return nil }
    guard !argument.isEmpty, argument.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return 0 }
    return min(Int64(argument) ?? .max, 1 << 31)
  }

  /// Whether the directive `name` has no argument.
  public func isBare(_ name: String) -> Bool { arguments[name] == "" }

  /// Splits the field at commas outside quotation marks.
  private static func split(_ field: String) -> [Substring] {
    var quoted = false
    return field.split { character in
      if character == "\"" { quoted.toggle() }
      return character == "," && !quoted
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
  }
}
