import Client
import Contracts
public import Localization
public import MessageBus

extension Problem {
  /// Returns the title in a language. Services write titles in English; those of the common types are translated.
  public func title(in language: any Language) -> String {
    guard language.code != English().code, let phrase = titlePhrase else { return title }
    return language.describe(phrase)
  }

  /// The title of a common type or reason; `nil` for others.
  var titlePhrase: ErrorPhrase? {
    if let frontEndTitle { return frontEndTitle }
    if reason == .noHandshake { return .busSilent }
    return settingMistake == nil ? Self.phrases.first { $0.type == type }?.phrase : .invalidSetting
  }

  private static let phrases: [(type: String, phrase: ErrorPhrase)] = [
    (ProblemType.notFound, .notFound), (ProblemType.ambiguous, .ambiguous), (ProblemType.noBus, .noBus),
    (ProblemType.untrusted, .untrusted),
    (ProblemType.noWorker, .noWorker), (ProblemType.overloaded, .overloaded), (ProblemType.workerLost, .workerLost),
    (ProblemType.deadline, .deadline), (ProblemType.cancelled, .cancelled), (ProblemType.origin, .originFailed),
    (ProblemType.badRequest, .invalidArguments), (ProblemType.connectionLost, .connectionLost), (ProblemType.notCached, .notCached),
    (ProblemType.noPath, .noPath), (ProblemType.noWebPage, .noWebPage),
  ]
}
