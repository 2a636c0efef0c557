import Contracts
import MessageBus

/// The fields of an answer that say how long it is fresh, and whether it may be served stale. A 304 that lacks them leaves those of the stored
/// answer in force (RFC 9111 sections 3.2 and 4.3.4).
public struct LifetimeFields: Sendable, Hashable {
  /// The directives of `cache-control` that matter for a stored answer, in canonical form; `nil` without the field. A field without any of
  /// them is empty.
  public var cacheControl: String?
  /// The `expires` field, unparsed.
  public var expires: String?

  private static let flags = ["no-cache", "no-store", "must-revalidate", "proxy-revalidate", "must-understand"]
  private static let spans = ["max-age", "s-maxage", "stale-while-revalidate", "stale-if-error"]
  /// Maximum length of `expires` in bytes. A longer text is no date, and is replaced by one that is none either.
  private static let maxLength = 64

  public init(cacheControl: String? = nil, expires: String? = nil) {
    self.cacheControl = cacheControl
    self.expires = expires
  }

  /// Reads the fields of an answer.
  init(_ fields: Fields) {
    cacheControl = fields["cache-control"].map(Self.canonical)
    expires = fields["expires"].map { $0.utf8.count <= Self.maxLength ? $0 : "0" }
  }

  /// Returns `fields` with those of the stored answer that they lack.
  func completing(_ fields: Fields) -> Fields {
    var fields = fields
    if fields["cache-control"] == nil { fields["cache-control"] = cacheControl }
    if fields["expires"] == nil { fields["expires"] = expires }
    return fields
  }

  var size: Int { (cacheControl?.utf8.count ?? 0) + (expires?.utf8.count ?? 0) }

  private static func canonical(_ field: String) -> String {
    let control = CacheControl(field)
    let directives =
      flags.filter { control.contains($0) } + spans.compactMap { name in control.seconds(name).map { "\(name)=\($0)" } }
    return directives.joined(separator: ", ")
  }
}
