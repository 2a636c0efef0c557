/// Language of the user interface. A language is a file in this folder and in most folders beside it, and an entry in ``Languages``.
///
/// Texts are functions of phrases, so the compiler reports missing translations, and each language can place numbers and names as its
/// grammar requires.
public protocol Language: Sendable {
  /// BCP 47 language tag: `de`.
  var code: String { get }
  /// Name of the language in the language itself: `Deutsch`.
  var name: String { get }
  var figures: NumberFormat { get }
  var plurals: PluralRule { get }
  /// Words for kinds, fields, headings, absences and values.
  var vocabulary: Vocabulary { get }

  /// Returns a text of the screen frame or the connection state.
  func say(_ phrase: ChromePhrase) -> String
  /// Returns a text of the status page.
  func say(_ phrase: StatusPhrase) -> String
  /// Returns a text of the plain mode.
  func say(_ phrase: PlainPhrase) -> String
  /// Returns a text of lists, details or comparisons.
  func say(_ phrase: RecordPhrase) -> String
  /// Returns a text of search, history, paths, pickers, crawls or help.
  func say(_ phrase: FindingPhrase) -> String
  /// Returns a text of marks, keys without effect, failed searches or the connection.
  func say(_ phrase: NoticePhrase) -> String
  /// Returns the name of an action, in one to three words: `open`, `copy as JSON`.
  func say(_ phrase: ActionPhrase) -> String
  /// Returns a text of scales, companions, processes, logs, alternatives or settings in the palette.
  func say(_ phrase: DetailPhrase) -> String
  /// Returns a text of favourites or of the first screen.
  func say(_ phrase: StartPhrase) -> String

  /// Returns what a command is doing, in lower case.
  func say(_ phrase: ProgressPhrase) -> String
  /// Returns a label, a column heading or a short text of a report.
  func say(_ phrase: ReportPhrase) -> String
  /// Returns a note of a command, without a full stop if it follows the name of the program; or a question.
  func say(_ phrase: NotePhrase) -> String
  /// Returns a text of the quiz.
  func say(_ phrase: QuizPhrase) -> String
  /// The answers to questions such as ``NotePhrase/clearHistory``.
  var answers: AnswerWords { get }

  /// Returns the name of a check of `holocron doctor`.
  func name(of check: CheckPhrase) -> String
  /// Returns the result of a check in one word.
  func say(_ phrase: CheckStatePhrase) -> String
  /// Returns a finding of `holocron doctor`, in lower case and without a full stop.
  func say(_ phrase: DoctorPhrase) -> String
  /// Returns the state of a server of the origin.
  func say(_ phrase: ServerStatePhrase) -> String
  /// Returns a fix that `holocron doctor` suggests, in lower case and without a full stop.
  func say(_ phrase: RemedyPhrase) -> String

  /// Returns a note of the command line, or advice beside an error.
  func say(_ phrase: CommandPhrase) -> String
  /// Returns what went wrong, in lower case and without a full stop.
  func describe(_ error: ErrorPhrase) -> String
  /// Returns the detail of an error, in lower case and without a full stop.
  func describe(_ detail: ErrorDetailPhrase) -> String
  /// Returns what is wrong with a setting, in lower case and without a full stop.
  func describe(_ mistake: SettingMistake) -> String
  /// Returns a warning about a setting, in lower case and without a full stop.
  func say(_ notice: SettingNoticePhrase) -> String
  /// Returns why a file is not read, in lower case and without a full stop.
  func say(_ reason: DistrustPhrase) -> String

  /// The texts of the help by English text, in tables that have no key in common; none for English.
  var helpTables: [[String: String]] { get }

  /// Returns a formatted number with its unit. `unit` is a unit of Models, such as `hours`, `BBY` for years before the battle, or an
  /// imperial unit: `ft`, `lb`, `mi` or `mph`. Returns `nil` for unknown units.
  func quantity(_ number: String, unit: String, _ plural: Plural) -> String?
}
