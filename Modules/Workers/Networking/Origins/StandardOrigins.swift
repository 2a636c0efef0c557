public import CoreMetrics
public import Dialects

/// A type of origin that `--origin` can select. Each conforming type has a folder or file of its own in `Origins/`.
public protocol OriginFactory: SendableMetatype {
  /// The syntax of the origin's name, for help and errors: `http(s)://HOST[:PORT]/PATH`.
  static var syntax: String { get }

  /// Creates the origin named `text` without contacting it. Returns `nil` if `text` does not have this type's syntax. Throws
  /// ``OriginError/Code/invalid`` if `text` has the syntax but is not valid.
  static func open(_ text: String, _ configuration: OriginConfiguration) throws(OriginError) -> (any Origin)?
}

/// The configuration passed to every origin.
public struct OriginConfiguration: Sendable {
  public var dialects: Dialects
  /// The dialect's name; `nil` detects the dialect from the root document.
  public var dialect: String?
  public var http: HTTPSettings
  /// The factory for the origin's request counters.
  public var metrics: any MetricsFactory

  public init(
    dialects: Dialects = .standard, dialect: String? = nil, http: HTTPSettings = HTTPSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory
  ) {
    self.dialects = dialects
    self.dialect = dialect
    self.http = http
    self.metrics = metrics
  }
}

/// All origin types. `StandardOriginsTests` compares this list with the folder.
public enum Origins {
  public static let standard: [any OriginFactory.Type] = [EmbeddedOrigin.self, HTTPOrigin.self]

  /// The syntax of all origin names, for help and errors: `embedded or http(s)://…`.
  public static var syntax: String { standard.map { $0.syntax }.joined(separator: " or ") }

  /// Creates the origin named `text` without contacting it. Throws ``OriginError/Code/invalid`` with a message that explains the syntax.
  public static func open(_ text: String, _ configuration: OriginConfiguration) throws(OriginError) -> any Origin {
    for type in standard {
      if let origin = try type.open(text, configuration) { return origin }
    }
    // A text that looks like a URL lacks only the scheme.
    let looksLikeURL = text.contains(where: { ".:/".contains($0) })
    throw OriginError(.invalid, "'\(text)' is not an origin: use \(looksLikeURL ? "http://\(text) or https://\(text)" : syntax)")
  }
}
