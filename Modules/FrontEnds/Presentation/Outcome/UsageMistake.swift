public import MessageBus
import OrderedJSON

/// A common mistake on a command line. As JSON, the member `mistake` of the error has the raw value, and `field` the mistaken word.
public enum UsageMistake: String, Sendable, CaseIterable {
  case unknownOption = "unknown-option"
  case unknownCommand = "unknown-command"
  case unexpectedArgument = "unexpected-argument"
  /// The error has the forms of the command line in the member `usage`.
  case missingArgument = "missing-argument"
  /// A word, in the member `value`, that is none of `choices`.
  case unknownSubcommand = "unknown-subcommand"
  case unknownKind = "unknown-kind"
  case unknownField = "unknown-field"
  case unknownSortKey = "unknown-sort-key"
  case unknownFilm = "unknown-film"
  /// A filter without a value; the member `words` has an example of a whole one.
  case incompleteFilter = "incomplete-filter"
  /// A record that is no favourite, or a search that is not in the history.
  case notAFavourite = "not-a-favourite"
  case notInHistory = "not-in-history"
  /// An option without its value. Where the valid values are a list or a range, the error has `choices`, or `minimum` and perhaps `maximum`.
  case missingValue = "missing-value"
  /// A value that an option does not take, in the member `value`. It also has the members of ``missingValue``.
  case invalidValue = "invalid-value"
}

extension Problem {
  /// The mistake on the command line; `nil` for other errors.
  public var mistake: UsageMistake? {
    get { extensions["mistake"]?.string.flatMap(UsageMistake.init) }
    set { extensions["mistake"] = newValue.map { .string($0.rawValue) } }
  }

  /// Returns the problem with a mistake, the mistaken word, and the words to choose from, if there are any.
  public func marked(_ mistake: UsageMistake, _ word: String, among available: [String] = []) -> Problem {
    var problem = self
    problem.mistake = mistake
    problem.extensions["field"] = problem.extensions["field"] ?? .string(word)
    problem.extensions["value"] = .string(word)
    if !available.isEmpty { problem.extensions["choices"] = .array(available.map { .string($0) }) }
    return problem
  }
}
