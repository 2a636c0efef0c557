import Contracts
import MessageBus
public import Models

/// Lifetimes of answers whose origin does not send any; SWAPI origins never do.
public struct Lifetimes: Sendable, Hashable {
  /// Lifetime of records and lists. 24 hours, because the catalogue rarely changes.
  public var standard: Duration = .seconds(24 * 3_600)
  /// Lifetime of records and lists of individual kinds, instead of `standard`.
  public var byKind: [KindName: Duration] = [:]
  /// Lifetime of search results, which are many and rarely requested again.
  public var search: Duration = .seconds(3_600)
  /// Lifetime of "not found" answers (negative caching), and time after which a list that lacks records is revalidated. Zero is like a
  /// `max-age` of 0: nothing is fresh, so each read asks the origin.
  public var notFound: Duration = .seconds(300)
  /// Time after the lifetime in which a stale answer is served while it is revalidated (RFC 5861 section 3).
  public var staleWhileRevalidate: Duration = .seconds(30 * 24 * 3_600)
  /// Time after the lifetime in which a stale answer is served if the origin fails (RFC 5861 section 4).
  public var staleIfError: Duration = .seconds(30 * 24 * 3_600)

  public init() {}

  /// Returns the lifetime of an answer to `key` with `status`.
  func lifetime(for key: CacheKey, status: Int) -> Lifetime {
    // A missing record may be added at any time, so a "not found" answer is never served stale.
    guard status < 400 else { return Lifetime(fresh: notFound, staleWhileRevalidate: .zero, staleIfError: .zero) }
    var fresh = key.kind.flatMap { byKind[$0] } ?? standard
    if case .page(let page) = key, page.search != nil { fresh = min(fresh, search) }
    return Lifetime(fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
  }
}

/// The lifetime of an answer and its two extensions for stale use.
struct Lifetime: Sendable, Hashable {
  var fresh, staleWhileRevalidate, staleIfError: Duration
}

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

extension LifetimeFields {
  /// Reads the fields of an answer.
  init(_ fields: Fields) {
    self.init(
      cacheControl: fields["cache-control"].map(Self.canonical),
      expires: fields["expires"].map { $0.utf8.count <= Self.maxLength ? $0 : "0" })
  }
}
