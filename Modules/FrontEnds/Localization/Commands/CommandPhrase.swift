/// Notes of the command line, and advice beside its errors. Commands, options and file names are the same in every language.
public enum CommandPhrase: Sendable, Hashable {
  /// Page number, number of pages, number of records with their noun, and the next page if there is one.
  case page(Int, of: Int, records: String, next: Int?)
  /// There are no records of the kind with this title.
  case noRecords(String)
  /// No record of the kind with this title, or of any kind, has a name with these words.
  case noNames(String?, String)
  /// The text of a search that replaces a mistyped one.
  case resultsInstead(String)
  /// The text of a search that found nothing.
  case nothingFound(String)
  /// What ``NotePhrase/bestOnly(_:of:option:)`` says, as a sentence of its own.
  case bestOnly(Int, of: Int, option: String)
  /// Number of names that are missing, and of all references.
  case missingNames(Int, of: Int)
  case emptyHistory
  /// The command that adds a favourite.
  case emptyFavourites(String)
  /// A record, as `people/1`.
  case alreadyFavourite(String)
  /// The option, variable or file whose value is used instead of one that was written.
  case settingOverridden(by: String)
  /// The file that was written.
  case fileNotRead(String)
  /// A completion script without the settings of these programs, and why.
  case settingsMissing(of: [String], reason: String)
  case nothingRemoved
  /// Name of the program, and its log.
  case started(String, log: String)
  /// Names of the programs that were stopped.
  case stopped(String)
  case nothingIsRunning
  /// Nothing is running, but the first request starts what it needs.
  case startsOnDemand
  /// A bus has no workers; the command that starts them.
  case busWithoutWorkers(String)
  /// The services that are running.
  case running([String])
  /// The folder of the logs.
  case isUp(logs: String)
  /// Age of the records that are shown because the origin failed, and the status that it answered with; `nil` if they are unknown.
  case servedStale(age: Int?, status: Int?)
  case warning(String)
  /// What may have been meant.
  case didYouMean([String])
  /// Commands.
  case startCacheWorker(String), startEverything(String), listWorkers(String), checkLoad(String), checkProcesses(String)
  case listOptions(String)
  /// A process listens on the endpoint of the bus but does not respond like a bus.
  case checkAddress
  case retryIn(seconds: Int)
  /// Text that begins with a dash needs `--` before it; an example.
  case dashes(example: String)
  /// The option that allows more time, and the command that shows the load.
  case allowMoreTime(option: String, load: String)
  /// The worker's reply may exceed the limit that the option of the broker sets.
  case repeatLostRequest(option: String)
  /// Commands that replace the origin by one that needs no network.
  case originFallback(String, String)
  /// Number of candidates that are not listed.
  case moreCandidates(Int)
  /// Number of failed checks, and of warnings.
  case checks(failed: Int, warnings: Int)
}

/// The sorts of errors that have a text in every language.
public enum ErrorPhrase: Sendable, Hashable, CaseIterable {
  case notFound, ambiguous, noBus, busSilent, untrusted, noWorker, overloaded, workerLost, deadline, cancelled, originFailed
  case invalidArguments, connectionLost, notCached, noPath, noWebPage
  case noFleet, fleetIncomplete, importFailed, invalidSetting, configurationUnchanged, fileInUse, fileTooLarge, editorFailed, noTerminal
  case expressionFailed
}
