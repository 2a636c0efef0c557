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
    return detailPhrase.map { language.describe($0) } ?? problemPhrase.map { language.describe($0) } ?? detail
  }

  /// Returns the title and the detail in a language.
  public func sentence(in language: any Language) -> String {
    let title = title(in: language)
    return detail(in: language).map { "\(title): \($0)" } ?? title
  }

  private var detailPhrase: ErrorDetailPhrase? {
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
      case .unknownSubcommand, .unknownKind, .unknownField, .unknownSortKey, .unknownFilm, .notAFavourite, .notInHistory, nil: nil
      }
    case ProblemType.notFound: return extensions["name"]?.string.map { .noRecord(named: $0.shortened) }
    case ProblemType.ambiguous: return extensions["matches"]?.int.map { .manyRecords($0) }
    case ProblemType.noBus: return extensions["endpoint"]?.string.map { .nothingListens($0) }
    default: return nil
    }
  }

  private var validValues: ValidValues? {
    if let choices = extensions["choices"]?.array { return .choices(choices.compactMap(\.string)) }
    return extensions["minimum"]?.int.map { .wholeNumber(from: $0, to: extensions["maximum"]?.int) }
  }
}
