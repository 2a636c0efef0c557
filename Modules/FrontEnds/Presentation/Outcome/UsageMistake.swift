public import MessageBus
import OrderedJSON

/// A common mistake on a command line. It has a text in every language; see ``MessageBus/Problem/detail(in:)``. As JSON, the member
/// `mistake` of the error has the raw value, and `field` the mistaken word.
public enum UsageMistake: String, Sendable, CaseIterable {
  case unknownOption = "unknown-option"
  case unknownCommand = "unknown-command"
  case unexpectedArgument = "unexpected-argument"
  /// The error has the forms of the command line in the member `usage`.
  case missingArgument = "missing-argument"
}

extension Problem {
  /// The mistake on the command line; `nil` for other errors.
  public var mistake: UsageMistake? {
    get { extensions["mistake"]?.string.flatMap(UsageMistake.init) }
    set { extensions["mistake"] = newValue.map { .string($0.rawValue) } }
  }
}
