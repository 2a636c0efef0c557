public import Models

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

  /// The frame of the screen, the state of the bus, errors.
  func say(_ phrase: ChromePhrase) -> String
  /// Lists, details, comparisons.
  func say(_ phrase: RecordPhrase) -> String
  /// Search, history, paths, pickers, crawls.
  func say(_ phrase: FindingPhrase) -> String
  /// What an action does, in two or three words, for hints, help and palette: `follow`, `search everything`.
  func say(_ action: Action) -> String

  /// All records of a kind: `People`. `nil` for kinds that the language does not know.
  func title(of kind: KindName) -> String?
  /// One of them, in lower case where the language writes it so: `person`.
  func singular(of kind: KindName) -> String?
  /// The name of a field: `Born`. `nil` for fields that the language does not know.
  func label(of field: String, in kind: KindName) -> String?
  /// The heading that Models calls `section`.
  func heading(_ section: String) -> String?
  func word(for absence: Absence) -> String
  /// A number that is written already, with the unit that Models names: `hours`. `isOne` when it is exactly one.
  func quantity(_ number: String, unit: String, isOne: Bool) -> String
}
