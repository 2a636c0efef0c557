/// Notes that commands write to standard error, and questions that they ask. Commands and options are the same in every language.
public enum NotePhrase: Sendable, Hashable {
  // Catalogue.
  /// The list of a kind, the number of records that the origin counts, and of those that it returned.
  case listIncomplete(String, counted: Int, returned: Int)
  /// Number of records that a pipe gets, of all records, and the title of their kind.
  case firstPage(Int, of: Int, String)
  /// The reason why the origin does not search.
  case cachedListSearched(String)
  /// How long the origin has not answered.
  case silentOriginListSearched(String)
  /// Number of results shown, of all results, and the option that shows more.
  case bestOnly(Int, of: Int, option: String)
  /// The problem.
  case searchNotSaved(String)
  /// Numbers of indexed records, and of all.
  case indexIncomplete(Int, of: Int?), originSearched(Int, of: Int?)
  case namesOfOneRecord
  case stepCount(Int)
  case opening(String)
  /// A record, its source, and the age of the copy in seconds.
  case recordSource(String, source: String, age: Int?)
  /// Sources: one server of a group, or one that is not known.
  case oneServer(of: Int), unknownOrigin

  /// The message of the expression of `--jq`, and the number of values that it does not fit.
  case expressionFailed(String, count: Int)

  // The cache.
  /// Number of entries, and their size in bytes.
  case exported(Int, bytes: Int)
  /// Number of entries, and the command that names damaged ones.
  case leftOut(Int, command: String)
  /// A line, and the reason.
  case lineRejected(Int, String)
  case moreRejected(Int)
  case repairHint(String)
  /// A record, and the problem.
  case notFetched(String, String)
  /// The kind of a list, and the number of records that it lacks.
  case listLacks(String, Int)

  // Processes.
  /// A program and its process ID.
  case process(String, Int)
  /// Names of processes, services or settings, joined as in a sentence.
  case list([String])
  /// Processes whose supervisor was killed.
  case orphans(String)
  /// A bus that was started by hand: nothing was stopped, or nothing was started.
  case notStopped(bus: String), notStarted(bus: String)
  /// A fleet on another bus than the chosen one, which keeps running.
  case otherFleetKept(bus: String)
  case makingRoom(String), wasKilled(String)
  /// A supervisor whose fleet is stopping.
  case waitingForEnd(String)
  /// The processes of a fleet that was not ready are stopped.
  case startInterrupted
  /// Numbers of workers; `nil` for services that are not named.
  case sizes(caches: Int?, fetchers: Int?, searches: Int?)
  /// The name of the supervisor.
  case alreadyRunning(String)
  /// Numbers of workers, and the name of the supervisor.
  case alreadySized(String, String), resized(String, String)
  case restartedProcesses(String)
  case lastLines(of: String)
  /// The folder of the logs, and the usual one or its parent, which cannot be written for a reason.
  case logsElsewhere(String, unwritable: String, reason: String)
  case noExplorer(String)
  /// The terminal cannot move the cursor, so that the explorer runs with `--plain`.
  case dumbTerminal
  case nodeRunsAll, noLogs(in: String)
  case followingLog(String), followingLogs(Int)
  /// The topic; `nil` for all events.
  case watching(String?), eventsMissed, busIsLost
  /// A quoted prefix of topics that no part of Holocron publishes.
  case unknownTopic(String)
  case recording(to: String), requestsMissed(UInt64), recordingAgain

  // Counters.
  case countersAreOn, countersAreOff, countersTurnedOff, countsAreZero
  /// The command that turns the counters on.
  case countersCanBeTurnedOn(String)
  /// The file, and the command that stops.
  case counting(in: String, stop: String)

  // Questions.
  case purgeEverything, purgeKind(String), purgeRecord(String), clearHistory, editAgain
}
