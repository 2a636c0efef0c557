public import OrderedJSON

/// A setting of a service, as the service describes it.
public struct ServiceSetting: Sendable, Hashable {
  /// The name in the configuration file: `cache.bytes`.
  public let key: String
  /// The environment variable: `HOLOCRON_CACHE_BYTES`.
  public let variable: String
  /// Completes "expected …": `a size from 1KiB to 1TiB, such as 65536, 64KiB or 16MiB`.
  public let expected: String
  /// The default, or a description of a default that is computed.
  public let defaultText: String
  /// The text in the strongest source; `nil` if the default applies.
  public let value: String?
  /// The source of the value: a variable, or `'cache.bytes' in FILE`.
  public let source: String?
  /// The configuration file that is the source.
  public let file: String?
  /// Why the value is not valid.
  public let error: String?

  /// Reads what a service prints; `nil` for anything else.
  public init?(_ json: JSON) {
    guard let key = json["key"]?.string, let variable = json["variable"]?.string, let expected = json["expected"]?.string,
      let defaultText = json["default"]?.string
    else { return nil }
    self.key = key
    self.variable = variable
    self.expected = expected
    self.defaultText = defaultText
    value = json["value"]?.string
    source = json["source"]?.string
    file = json["file"]?.string
    error = json["error"]?.string
  }
}
