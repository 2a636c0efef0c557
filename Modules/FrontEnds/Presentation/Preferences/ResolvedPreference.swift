/// A value and its source.
public struct ResolvedPreference<Value: Sendable>: Sendable {
  public let value: Value
  public let source: SettingSource

  package init(_ value: Value, _ source: SettingSource = .standard) {
    self.value = value
    self.source = source
  }
}
