public import Localization

extension Explorer.Look {
  /// How values of records are worded.
  public var wording: Wording { Wording(language, units: units) }
}
