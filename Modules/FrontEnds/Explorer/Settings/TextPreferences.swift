public import Localization
public import MessageBus
public import Platform
public import Presentation

/// The preferences that commands need to print text: language and units, each with its source. They have the same sources as ``Preferences``.
///
/// A mistake in another preference keeps the explorer from starting, but does not matter to text: it is a warning here.
public struct TextPreferences: Sendable {
  public let language: ResolvedPreference<any Language>
  public let units: ResolvedPreference<UnitSystem>
  /// The mistake in another preference: its source, the error and the valid values; `nil` if there is none.
  public let warning: Problem?

  /// Resolves language and units. The parameters are those of ``Preferences/init(flags:environment:files:)``. Throws a problem of status 400
  /// if one of the two is invalid.
  public init(
    flags: [String: String] = [:], environment: (String) -> String? = { _ in nil }, files: ConfigurationFiles = .none
  ) throws(Problem) {
    let resolver = PreferenceResolver(flags: flags, variables: environment, sections: files.sections(Preferences.section))
    let language = try resolver.language()
    let units = try resolver.units()
    self.language = language
    self.units = units
    do throws(Problem) {
      warning = try Preferences(language: language, units: units, by: resolver, files: files).warning
    } catch {
      warning = error
    }
  }
  /// Returns the language of help and messages: English if the setting is invalid, which is reported where records are shown.
  public static func language(flags: [String: String], _ environment: Environment) -> any Language {
    let files = (try? ConfigurationFiles.read(environment: environment)) ?? .none
    let resolver = PreferenceResolver(
      flags: flags, variables: { environment.raw($0) }, sections: files.sections(Preferences.section))
    return (try? resolver.language())?.value ?? English()
  }
}
