public import Localization

extension Explorer.Settings {
  /// Formats record values in the chosen language and units.
  public var wording: Wording { Wording(language, units: units, showsAbsent: showsAbsent) }
}
