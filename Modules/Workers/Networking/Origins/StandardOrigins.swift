public import Contracts
public import CoreMetrics
public import Dialects
public import Logging

/// A type of origin that `--origin` can select. Each conforming type has a folder or file of its own in `Origins/`.
public protocol OriginFactory: SendableMetatype {
  /// The syntax of the origin's name, for help and errors: `http(s)://HOST[:PORT]/PATH`.
  static var syntax: String { get }

  /// Returns the identity of the origin named `text` without creating it. Returns `nil` and throws as ``open(_:_:)`` does.
  static func identity(of text: String, _ configuration: OriginConfiguration) throws(OriginError) -> OriginIdentity?

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
  /// Logs the health of each server of a group.
  public var logger: Logger

  public init(
    dialects: Dialects = .standard, dialect: String? = nil, http: HTTPSettings = HTTPSettings(),
    metrics: any MetricsFactory = MetricsSystem.factory, logger: Logger = Logger(label: "holocron.fetch")
  ) {
    self.dialects = dialects
    self.dialect = dialect
    self.http = http
    self.metrics = metrics
    self.logger = logger
  }
}

/// All origin types. `StandardOriginsTests` compares this list with the folder.
public enum Origins {
  public static let standard: [any OriginFactory.Type] = [EmbeddedOrigin.self, HTTPOrigin.self]

  /// The syntax of all origin names, for help and errors: `embedded or http(s)://…`.
  public static var syntax: String { standard.map { $0.syntax }.joined(separator: " or ") }

  /// Creates the origin named `texts`, a group (``OriginGroup``) if there are several, without contacting it. Throws as
  /// ``check(_:_:)`` does.
  public static func open(_ texts: [String], _ configuration: OriginConfiguration) throws(OriginError) -> any Origin {
    // An origin that was created must be closed, so none is created unless all can be.
    try check(texts, configuration)
    var members: [any Origin] = []
    for text in texts {
      for type in standard {
        guard let origin = try type.open(text, configuration) else { continue }
        members.append(origin)
        break
      }
    }
    return members.count == 1 ? members[0] : try OriginGroup(members, logger: configuration.logger)
  }

  /// Creates the origin named `text` without contacting it. Throws as ``check(_:_:)`` does.
  public static func open(_ text: String, _ configuration: OriginConfiguration) throws(OriginError) -> any Origin {
    try open([text], configuration)
  }

  /// Throws ``OriginError/Code/invalid`` with a message that explains the syntax if ``open(_:_:)`` would.
  public static func check(_ texts: [String], _ configuration: OriginConfiguration) throws(OriginError) {
    var identities: [OriginIdentity] = []
    for text in texts { identities.append(try identity(of: text, configuration)) }
    guard !texts.isEmpty else { throw OriginError(.invalid, "no origin is named: use \(syntax)") }
    _ = try OriginGroup.identity(identities)
  }

  private static func identity(of text: String, _ configuration: OriginConfiguration) throws(OriginError) -> OriginIdentity {
    for type in standard {
      if let identity = try type.identity(of: text, configuration) { return identity }
    }
    // A text that looks like a URL lacks only the scheme.
    let looksLikeURL = text.contains(where: { ".:/".contains($0) })
    throw OriginError(.invalid, "'\(text)' is not an origin: use \(looksLikeURL ? "http://\(text) or https://\(text)" : syntax)")
  }
}
