/// A language of the interface: every text a person reads. A language is a folder of this folder and a line in ``Languages``.
///
/// The texts are functions of phrases, so that the compiler finds what a language lacks, and each language puts numbers and names where its
/// grammar wants them.
public protocol Language: Sendable {
  /// BCP 47: `de`.
  var code: String { get }
  /// In the language itself: `Deutsch`.
  var name: String { get }
  var figures: NumberFormat { get }
  var plurals: PluralRule { get }
  /// Kinds, fields, headings, absences and common words.
  var vocabulary: Vocabulary { get }

  /// The frame of the screen, the state of the bus, errors.
  func say(_ phrase: ChromePhrase) -> String
  /// The status of the bus.
  func say(_ phrase: StatusPhrase) -> String
  /// The plain mode.
  func say(_ phrase: PlainPhrase) -> String
  /// Lists, details, comparisons.
  func say(_ phrase: RecordPhrase) -> String
  /// Search, history, paths, pickers, crawls.
  func say(_ phrase: FindingPhrase) -> String
  /// What a key or a line of the palette does, in two or three words: `follow`, `search everything`.
  func say(_ phrase: ActionPhrase) -> String

  /// A number that is written already, with its unit: `hours` as Models names it, `BBY` for years before the battle, or one of
  /// ``UnitSystem/imperialUnits``. `nil` for units that the language does not know.
  func quantity(_ number: String, unit: String, _ plural: Plural) -> String?
}
