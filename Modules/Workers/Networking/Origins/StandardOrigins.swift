import Contracts
public import CoreMetrics
public import Dialects
public import Logging

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
    (self.dialects, self.dialect, self.http, self.metrics, self.logger) = (dialects, dialect, http, metrics, logger)
  }
}

/// The origins that `--origin` can name.
public enum Origins {
  /// The syntax of all names, for help and errors.
  public static let syntax = "embedded or http(s)://HOST[:PORT]/PATH"

  /// Creates the origin named `texts`, a group (``OriginGroup``) if there are several, without contacting it. Throws as
  /// ``check(_:_:)`` does.
  public static func open(_ texts: [String], _ configuration: OriginConfiguration) throws(OriginError) -> any Origin {
    // An origin that was created must be closed, so none is created unless all can be.
    try check(texts, configuration)
    var members: [any Origin] = []
    for text in texts { members.append(text == "embedded" ? EmbeddedOrigin() : try HTTPOrigin(text, configuration)) }
    return members.count == 1 ? members[0] : try OriginGroup(members, logger: configuration.logger)
  }

  /// Throws ``OriginError/Code/invalid`` with a message that explains the syntax if ``open(_:_:)`` would.
  public static func check(_ texts: [String], _ configuration: OriginConfiguration) throws(OriginError) {
    var identities: [OriginIdentity] = []
    for text in texts { identities.append(try identity(of: text, configuration)) }
    guard !texts.isEmpty else { throw OriginError(.invalid, "no origin is named: use \(syntax)") }
    _ = try OriginGroup.identity(identities)
  }

  private static func identity(of text: String, _ configuration: OriginConfiguration) throws(OriginError) -> OriginIdentity {
    if text == "embedded" {
      guard configuration.dialect == nil || configuration.dialect == text else {
        throw OriginError(
          .invalid,
          "the embedded catalogue has no dialect '\(configuration.dialect ?? "")': remove --dialect, or select a server with --origin")
      }
      return .embedded
    }
    if text.contains("://") { return try HTTPOrigin.identity(of: text, configuration) }
    // A text that looks like a URL lacks only the scheme.
    let looksLikeURL = text.contains(where: { ".:/".contains($0) })
    throw OriginError(.invalid, "'\(text)' is not an origin: use \(looksLikeURL ? "http://\(text) or https://\(text)" : syntax)")
  }
}
