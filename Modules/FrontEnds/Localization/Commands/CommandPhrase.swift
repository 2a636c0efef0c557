/// Notes of the command line, and advice beside its errors. Commands, options and file names are the same in every language.
public enum CommandPhrase: Sendable, Hashable {
  /// Page number, number of pages, number of records with their noun, and the next page if there is one.
  case page(Int, of: Int, records: String, next: Int?)
  /// There are no records of the kind with this title.
  case noRecords(String)
  /// No record of the kind with this title has a name with these words.
  case noNames(String, String)
  /// Number of results shown, of all results, and the option that shows more.
  case bestResults(Int, of: Int, option: String)
  /// The text of a search that replaces a mistyped one.
  case resultsInstead(String)
  /// The text of a search that found nothing.
  case nothingFound(String)
  /// Number of names that are missing, and of all references.
  case missingNames(Int, of: Int)
  case emptyHistory
  /// The command that adds a favourite.
  case emptyFavourites(String)
  /// A record, as `people/1`.
  case alreadyFavourite(String)
  /// The option, variable or file whose value is used instead of one that was written.
  case settingOverridden(by: String)
  case nothingRemoved
  /// Name of the program, and its log.
  case started(String, log: String)
  /// Names of the programs that were stopped.
  case stopped(String)
  case nothingIsRunning
  /// The folder of the logs.
  case isUp(logs: String)
  /// Age of the records that are shown because the origin does not answer; `nil` if it is unknown.
  case originSilent(age: Int?)
  case warning(String)
  /// What may have been meant.
  case didYouMean([String])
  /// Commands.
  case startCacheWorker(String), startEverything(String), listWorkers(String), checkLoad(String), checkProcesses(String)
  case retryIn(seconds: Int)
  /// Number of candidates that are not listed.
  case moreCandidates(Int)
  /// Number of failed checks, and of warnings.
  case checks(failed: Int, warnings: Int)
}

/// The sorts of errors that have a text in every language.
public enum ErrorPhrase: Sendable, Hashable, CaseIterable {
  case notFound, ambiguous, noBus, untrusted, noWorker, overloaded, workerLost, deadline, cancelled, originFailed, invalidArguments
}
