/// Details of errors. Details from other programs, and those of rare errors, are in English in every language.
public enum ErrorDetailPhrase: Sendable, Hashable {
  case setting(SettingMistake)

  // The bus. Services have the same names in every language.
  case noWorkerOffers(String), queueFull(String), clientFull, brokerFull, repliesUnread
  case noWorkerFree(String), noTimeLeft(String), workerTimedOut(String), workerLost(String)
  /// The service, the head of the request, and the time in milliseconds.
  case noAnswer(String, request: String, milliseconds: Int)
  /// The endpoint.
  case brokerSilent(String), noHandshake(String)

  // Services. Subjects are records or kinds.
  case notCached(String), cacheBusy(String), stillFetching(String)
  /// The subject, and the program that fetches it.
  case noFetcher(String, program: String)
  case originBusy, searchBusy
  /// The command that starts a worker.
  case startWith(String)

  // Origins, by their addresses.
  case refused(String), unreachable(String), unknownHost(String), connectTimedOut(String), connectionBroken(String), noTLS(String)
  case timedOut(String), throttled(String)
  /// The origin, the status, and the origin's own reason.
  case errorStatus(String, Int, detail: String?)
  /// The origin, and the seconds until the next request.
  case failing(String, retryIn: Int?)

  // Records.
  /// The record, and the origin.
  case noRecord(String, origin: String?)
  /// A kind, the page, and the number of pages.
  case noPage(String, Int, of: Int)
  /// Records.
  case noPath(String, String), noWebPage(String)

  // Queries. The examples are what to write instead.
  case tooManyWords(limit: Int), spacedFilter(String), fieldWithoutOrder(String, example: String)
  case numberNeeded(String, example: String), dateNeeded(String, example: String)
  case unknownFilterField(String, hasSuggestions: Bool), unknownFilterKind(String), kindAsField(String, example: String)
  /// The field, and the kinds that have it.
  case fieldOfOtherKinds(String, [String])

  // Words of the command line, and the words to choose from.
  case unknownSubcommand(String, [String]), unknownKind(String, [String]), unknownField(String, [String]), unknownSortKey(String, [String])
  case unknownFilm(String, [String])
  case notAFavourite(String), notInHistory(String)

  // Processes of a fleet.
  /// A program and its process ID.
  case stillFinishing(String, Int)
  /// Processes whose supervisor was killed.
  case processesFinishing([String])
  /// Services, and the folder of the logs.
  case notStarted([String], logs: String)
  /// Services, why a process of theirs does not run, and its log.
  case startFailed([String], DoctorPhrase, log: String)
  /// Why the supervisor gave up a process, the name of the process, and its log.
  case processGivenUp(DoctorPhrase, process: String, log: String)
  /// A worker that does not respond, and what to do.
  case unresponsiveWorker(DoctorPhrase, RemedyPhrase)
  case notSupervised
  /// The process ID of the node, and the command that needs a fleet.
  case runsInNode(Int, command: String)
  case startedByHand(bus: String, command: String)
  case needsFleet(command: String)
  /// The process ID of the supervisor, and the folder of the logs.
  case fleetUnfinished(Int, logs: String)
  /// The process ID of a supervisor of another version.
  case otherVersion(Int)
  /// What the running fleet uses, and the options for the one that was named.
  case otherOrigin(String, options: String), otherBus(String, options: String)
  /// An option that a bus started by hand cannot follow.
  case ignoredOption(String, bus: String)
  /// The head of a request.
  case noTimeFor(String)
  case busStarting(String)
  /// The folder of the socket in `--bus`.
  case missingFolder(String)

  // Files of exported entries.
  /// The first line is not the header of an export.
  case noExportHeader
  /// The version of the file, and the one that this program reads.
  case exportVersion(Int, supported: Int)
  case emptyExport
  /// The path of a file or of a named pipe; `nil` for standard input.
  case inputUnfinished(String?)

  // The expression of `--jq`.
  case expressionTimeout, expressionMemoryLimit
  /// libjq ended while it ran the expression.
  case expressionCrash

  // Configuration files that a command changes, by their paths.
  case configurationNotWritten(String, reason: String), configurationInUse(String)
  /// The path, and the maximum size in bytes.
  case configurationTooLarge(String, limit: Int)
  /// The command that starts the editor.
  case editorFailed(String)
  /// Standard input is not a terminal.
  case editorNeedsTerminal

  // The command line.
  case unknownOption(String), unknownCommand(String), unexpectedArgument(String)
  /// The forms of the command line.
  case missingArgument(usage: [String])
  /// An option without its value.
  case missingValue(option: String, ValidValues?)
  /// The value of an option.
  case invalidValue(String, option: String, ValidValues)
  /// A filter without a value, and an example of a whole one.
  case incompleteFilter(String, example: String)
  /// Nothing is listening on this endpoint.
  case nothingListens(String)
  /// No record has this name.
  case noName(String)
  /// Number of records with a name.
  case manyRecords(Int)
}

/// The valid values of an option.
public enum ValidValues: Sendable, Hashable {
  case choices([String])
  /// The first and the last whole number; `nil` if there is no last one.
  case wholeNumber(from: Int, to: Int?)
  /// Seconds: the first or the greatest that is too little, and the last.
  case seconds(from: Double, to: Int), secondsAbove(Int, to: Int)
  case nonEmptyText
}
