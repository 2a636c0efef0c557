extension Wookiee {
  public var answers: AnswerWords { AnswerWords(yes: "w", "wuuh", no: "m") }

  public func say(_ phrase: NotePhrase) -> String {
    switch phrase {
    case .listIncomplete(let kind, let counted, let returned):
      "Muawa \(kind): \(figures.integer(returned)) ahuur \(figures.integer(counted))."
    case .firstPage(let shown, let all, let kind): "\(shown) ahuur \(all) \(kind); wuh: --all"
    case .cachedListSearched(let reason): "\(reason); huum kaaarsh"
    case .silentOriginListSearched(let time): "aarrh uughgh \(time); huum kaaarsh"
    case .bestOnly(let shown, let all, let option): "\(shown) ghuawr \(figures.integer(all)); huurh: \(option)"
    case .searchNotSaved(let problem): "aarrh awwgggghhh: \(problem)"
    case .indexIncomplete(let count, let all): "\(index(count, all)); holocron cache warm."
    case .originSearched(let count, let all): "\(index(count, all)); huum orrgh."
    case .namesOfOneRecord: "Huwaa huwaa."
    case .stepCount(let count): "\(figures.integer(count)) raaawr"
    case .opening(let address): "Huwaaa \(address)"
    case .recordSource(let record, let source, let age): "\(record): \(source)\(age.map { ", \(figures.duration(Double($0)))" } ?? "")"
    case .oneServer(let count): "\(count) ughuu"
    case .unknownOrigin: "ahuma"
    case .expressionFailed(let reason, 1): "--jq: \(reason)"
    case .expressionFailed(let reason, let count):
      "--jq uughgh \(figures.integer(count)): \(reason)"
    case .exported(let count, let bytes): "\(figures.integer(count)) rroo, \(figures.bytes(bytes))."
    case .leftOut(let count, let command):
      "Aarrh \(figures.integer(count)) rroo; \(command)."
    case .lineRejected(let line, let reason): "wruh \(line): \(reason)"
    case .moreRejected(let count): "\(figures.integer(count)) wruh rrraawr"
    case .repairHint(let command): "Raaah: \(command)."
    case .notFetched(let record, let problem): "uugghh \(record): \(problem)"
    case .listLacks(let kind, let count):
      "Muawa \(kind): \(figures.integer(count))."
    case .process(let program, let id): "\(program) (hrrwr \(id))"
    case .list(let names): names.joined(separator: ", ")
    case .orphans(let names): "\(names), raaaah"
    case .notStopped(let bus): "muawa raaah: hrooo \(bus)"
    case .notStarted(let bus):
      "muawa huwaaa: hrooo \(bus); holocron status, holocron up"
    case .otherFleetKept(let bus): "muawa raaah: hrooo \(bus)"
    case .makingRoom(let process): "raaah \(process)"
    case .waitingForEnd(let process): "huurh \(process)"
    case .wasKilled(let process): "\(process) raaaah; huwaaa"
    case .startInterrupted: "raaaah; raaah huwaaa"
    case .sizes(let caches, let fetchers, let searches):
      [caches.map { "\($0) kaaarsh" }, fetchers.map { "\($0) grroo" }, searches.map { "\($0) huum" }].compactMap(\.self)
        .joined(separator: ", ")
    case .alreadyRunning(let name): "rowr (\(name))"
    case .alreadySized(let sizes, let name): "rowr \(sizes) (\(name))"
    case .resized(let sizes, let name): "huwaaa \(sizes) (\(name))"
    case .restartedProcesses(let names): "raarwh \(names)"
    case .lastLines(let log): "wruh \(log):"
    case .logsElsewhere(let logs, let folder, let reason):
      "uughgh \(folder): \(reason); wruh \(logs); huwaaa XDG_STATE_HOME"
    case .noExplorer(let program): "muawa \(program); huh"
    case .dumbTerminal: "aarrh TERM=dumb; --plain"
    case .nodeRunsAll: "holocron-node; wruh muaa, holocron logs node"
    case .noLogs(let folder): "muawa wruh \(folder)"
    case .followingLog(let name): "Aarrwh \(name); Ctrl-C."
    case .followingLogs(let count): "Aarrwh \(count) wruh; Ctrl-C."
    case .watching(let topic): "Aarrwh \(topic ?? "wuuuh"); Ctrl-C."
    case .eventsMissed: "aarrh wuurh; aarrwh"
    case .busIsLost: "aarrh hrooo; huurh"
    case .unknownTopic(let topic): "aarrh \(topic); aarrwh"
    case .recording(let file): "Aarrwh hraaw \(file); Ctrl-C."
    case .requestsMissed(let count): "aarrh \(count) hraaw"
    case .recordingAgain: "aarrh hraaw; aarrwh"
    case .countersAreOn: "wurr rowr"
    case .countersAreOff: "wurr huunn"
    case .countersTurnedOff: "wurr raaah"
    case .countsAreZero: "wurr 0"
    case .countersCanBeTurnedOn(let command): "wurr huunn; \(command)"
    case .counting(let file, let command): "wurr \(file); \(command)"
    case .purgeEverything: "Raaah wuuuh?"
    case .purgeKind(let kind): "Raaah \(kind)?"
    case .purgeRecord(let record): "Raaah \(record)?"
    case .clearHistory: "Raaah awwgggghhh?"
    case .editAgain: "Huwaa wruh?"
    }
  }

  private func index(_ count: Int, _ all: Int?) -> String {
    "Irrndh \(figures.integer(count))\(all.map { "/\(figures.integer($0))" } ?? "")"
  }
}
