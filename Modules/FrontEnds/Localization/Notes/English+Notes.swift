extension English {
  public var answers: AnswerWords { AnswerWords(yes: "y", "yes", no: "n") }

  public func say(_ phrase: NotePhrase) -> String {
    switch phrase {
    case .listIncomplete(let kind, let total, let returned):
      "The list is incomplete: the origin counts \(total) \(kind) but returned \(returned)."
    case .firstPage(let shown, let all, let kind): "\(shown) of \(all) \(kind); use --all for all of them"
    case .cachedListSearched(let reason): "\(reason); this is a search of the cached list"
    case .silentOriginListSearched(let time):
      "the origin has not answered for \(time); this is a search of the cached list"
    case .bestOnly(let shown, let all, let option): "the best \(shown) of \(figures.integer(all)) results; for more, use \(option)"
    case .searchNotSaved(let problem): "couldn't save this search to history: \(problem)"
    case .indexIncomplete(let count, let all): "\(index(count, all)); run holocron cache warm to fetch the rest."
    case .originSearched(let count, let all): "\(index(count, all)); the origin's own search was used, too."
    case .namesOfOneRecord: "Both names refer to the same record."
    case .stepCount(let count): counted(count, "step", "steps")
    case .opening(let address): "Opening \(address)"
    case .recordSource(let record, let source, let age):
      "\(record) is from \(source)\(age.map { ", \(figures.duration(Double($0))) old" } ?? "")"
    case .oneServer(let count): "one of \(count) servers"
    case .unknownOrigin: "an unknown origin"
    case .expressionFailed(let reason, 1): "--jq: \(reason)"
    case .expressionFailed(let reason, let count):
      "--jq failed for \(figures.integer(count)) values; the last time: \(reason)"
    case .exported(let count, let bytes): "Exported \(counted(count, "entry", "entries")), \(figures.bytes(bytes))."
    case .leftOut(let count, let command):
      "Left out \(counted(count, "entry that is", "entries that are")) damaged or too large to import; \(command) names damaged ones."
    case .lineRejected(let line, let reason): "line \(line): \(reason)"
    case .moreRejected(let count): "\(counted(count, "more line was", "more lines were")) rejected"
    case .repairHint(let command): "To remove what is damaged, run \(command)."
    case .notFetched(let record, let problem): "couldn't fetch \(record): \(problem)"
    case .listLacks(let kind, let count):
      "The list of \(kind) is incomplete: the origin counts \(counted(count, "more record", "more records")) than it returned."
    case .process(let program, let id): "\(program) (process \(id))"
    case .list(let names): names.joined(separator: " and ")
    case .orphans(let names): "\(names), whose supervisor was killed"
    case .notStopped(let bus): "nothing was stopped: the bus at \(bus) was started by hand; stop it where you started it"
    case .notStarted(let bus):
      "nothing was started: the bus at \(bus) was started by hand; see its workers with holocron status, or stop it where you started it and run "
        + "holocron up again"
    case .otherFleetKept(let bus): "nothing was stopped: the running fleet uses the bus \(bus)"
    case .makingRoom(let process): "stopping \(process) to make room"
    case .waitingForEnd(let process): "waiting for \(process) to stop"
    case .wasKilled(let process): "\(process) was killed; starting the fleet again"
    case .startInterrupted: "interrupted; stopping the started processes"
    case .sizes(let caches, let fetchers, let searches):
      [(caches, "cache worker"), (fetchers, "fetcher"), (searches, "search worker")].compactMap { count, noun in
        count.map { counted($0, noun, "\(noun)s") }
      }.joined(separator: ", ")
    case .alreadyRunning(let name): "already running (\(name))"
    case .alreadySized(let sizes, let name): "already \(sizes) (\(name))"
    case .resized(let sizes, let name): "now \(sizes) (\(name))"
    case .restartedProcesses(let names): "restarted \(names)"
    case .lastLines(let log): "the last lines of \(log):"
    case .logsElsewhere(let logs, let folder, let reason):
      "cannot write to \(folder): \(reason); the logs are in \(logs); to keep them, set XDG_STATE_HOME to another folder"
    case .noExplorer(let program): "\(program) is not installed; showing one sample instead of a live view"
    case .dumbTerminal: "the terminal cannot move the cursor (TERM=dumb); running with --plain"
    case .nodeRunsAll: "holocron-node runs all services now; these are earlier logs, and holocron logs node shows its own"
    case .noLogs(let folder): "there are no logs in \(folder)"
    case .followingLog(let name): "Following \(name); press Ctrl-C to stop."
    case .followingLogs(let count): "Following \(count) logs; press Ctrl-C to stop."
    case .watching(let topic): "Watching \(topic ?? "all events"); press Ctrl-C to stop."
    case .eventsMissed: "some events may have been missed; watching again"
    case .busIsLost: "lost the bus; events resume when it is back"
    case .unknownTopic(let topic): "no known topic starts with \(topic); watching all the same"
    case .recording(let file): "Recording the requests on the bus to \(file); press Ctrl-C to stop."
    case .requestsMissed(let count):
      "\(counted(Int(clamping: count), "request was", "requests were")) not recorded: the bus was lost, or requests came too fast to be read"
    case .recordingAgain: "some requests may not have been recorded; recording again"
    case .countersAreOn: "the counters are already on"
    case .countersAreOff: "the counters are off"
    case .countersTurnedOff: "the counters are off, and the counts are removed"
    case .countsAreZero: "the counts are zero"
    case .countersCanBeTurnedOn(let command): "the counters are off; \(command) turns them on"
    case .counting(let file, let command): "counting commands in \(file); \(command) stops"
    case .purgeEverything: "Purge everything?"
    case .purgeKind(let kind): "Purge all \(kind)?"
    case .purgeRecord(let record): "Purge \(record)?"
    case .clearHistory: "Clear the search history?"
    case .editAgain: "Edit the file again?"
    }
  }

  private func index(_ count: Int, _ all: Int?) -> String {
    // The last number counts the records: 1 of 260 records.
    "The index has \(figures.integer(count))\(all.map { " of \(figures.integer($0))" } ?? "") \(plural(all ?? count, "record", "records"))"
  }
}
