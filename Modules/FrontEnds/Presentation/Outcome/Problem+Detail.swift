import Client
import Contracts
public import Localization
public import MessageBus
import OrderedJSON
import TerminalText

extension Problem {
  /// Returns the detail in a language. Details are written in English; those of common errors are translated.
  public func detail(in language: any Language) -> String? {
    guard language.code != English().code else { return detail }
    return detailPhrase.map { language.describe($0) } ?? detail
  }

  /// Returns the detail, or else the title, in a language, as one printable line: what a person reads where there is no room for both.
  public func reason(in language: any Language) -> String { (detail(in: language) ?? title(in: language)).printable }

  /// Returns the title and the detail in a language; the detail alone if it begins with the title.
  public func sentence(in language: any Language) -> String {
    let title = title(in: language)
    guard let detail = detail(in: language) else { return title }
    return detail.hasPrefix(title) ? detail : "\(title): \(detail)"
  }

  /// The detail of an error that is known in every language. `nil` if a member is missing, or if this version does not know the reason.
  var detailPhrase: ErrorDetailPhrase? {
    commandPhrase ?? settingMistake.map { .setting($0) } ?? frontEndPhrase ?? servicePhrase
  }

  /// The detail of an error on the command line, or about the names on it.
  private var commandPhrase: ErrorDetailPhrase? {
    switch type {
    case ProblemType.badRequest:
      guard let field = extensions["field"]?.string?.shortened else { return nil }
      return switch mistake {
      case .unknownOption: .unknownOption(field)
      case .unknownCommand: .unknownCommand(field)
      case .unexpectedArgument: .unexpectedArgument(field)
      case .missingArgument: .missingArgument(usage: extensions["usage"]?.array?.compactMap(\.string) ?? [])
      case .missingValue: .missingValue(option: field, validValues)
      // Without the valid values the English text says more.
      case .invalidValue: validValues.map { .invalidValue(extensions["value"]?.string?.shortened ?? "", option: field, $0) }
      case .incompleteFilter: extensions["words"]?.array?.first?.string.map { .incompleteFilter(field, example: $0.shortened) }
      case .unknownSubcommand, .unknownKind, .unknownField, .unknownSortKey, .unknownFilm, .notAFavourite, .notInHistory, nil: nil
      }
    case ProblemType.notFound: return extensions["name"]?.string.map { .noName($0.shortened) }
    case ProblemType.ambiguous: return extensions["matches"]?.int.map { .manyRecords($0) }
    case ProblemType.noBus where reason == nil: return extensions["endpoint"]?.string.map { .nothingListens($0) }
    default: return nil
    }
  }

  private var validValues: ValidValues? {
    if let choices = extensions["choices"]?.array { return .choices(choices.compactMap(\.string)) }
    if extensions["minLength"] != nil { return .nonEmptyText }
    guard extensions["unit"] == "s" else {
      return extensions["minimum"]?.int.map { .wholeNumber(from: $0, to: extensions["maximum"]?.int) }
    }
    guard let last = extensions["maximum"]?.int else { return nil }
    if let first = extensions["exclusiveMinimum"]?.int { return .secondsAbove(first, to: last) }
    return extensions["minimum"]?.double.map { .seconds(from: $0, to: last) }
  }
}
