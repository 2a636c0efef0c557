/// A value and its source.
public struct ResolvedPreference<Value: Sendable>: Sendable {
  public let value: Value
  /// The source as shown to the user: `--theme`, `HOLOCRON_THEME`, `'explorer.theme' in /home/u/.config/holocron/config.json`, or
  /// `default`.
  public let source: String

  package init(_ value: Value, _ source: String = "default") {
    self.value = value
    self.source = source
  }
}
