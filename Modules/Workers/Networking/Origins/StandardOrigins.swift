public import CoreMetrics
public import Dialects

/// A form of origin that `--origin` can name. One folder of `Origins/` a conformer.
public protocol OriginForm: SendableMetatype {
  /// How it is written, for help and errors: `http(s)://HOST[:PORT]/PATH`.
  static var written: String { get }

  /// Makes the origin that `text` names, without contacting it. `nil` when `text` is not of this form; throws
  /// ``OriginError/Code/invalid`` when it is, but wrong.
  static func open(_ text: String, _ setup: OriginSetup) throws(OriginError) -> (any Origin)?
}

/// What the program gives to every origin it makes.
public struct OriginSetup: Sendable {
  public var dialects: Dialects
  /// The dialect's name; `nil` finds it by looking at the root.
  public var dialect: String?
  public var http: HTTPSettings
  /// Where requests to the origin are counted.
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

/// The forms of origin there are. `Tests/NetworkingTests` holds the list and the folder together.
public enum Origins {
  public static let standard: [any OriginForm.Type] = [EmbeddedOrigin.self, HTTPOrigin.self]

  /// `embedded, http(s)://…`: for help texts.
  public static var written: String { standard.map { $0.written }.joined(separator: " or ") }

  /// Makes the origin that `text` names, without contacting it. Throws ``OriginError/Code/invalid``, saying what to write.
  public static func open(_ text: String, _ setup: OriginSetup) throws(OriginError) -> any Origin {
    for form in standard {
      if let origin = try form.open(text, setup) { return origin }
    }
    if text.contains(where: { ".:/".contains($0) }) {
      throw OriginError(.invalid, "'\(text)' has no scheme: write http://\(text) or https://\(text)")
    }
    throw OriginError(.invalid, "'\(text)' is not an origin: write \(written)")
  }
}
