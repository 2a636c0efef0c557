extension English {
  public func say(_ phrase: CommandPhrase) -> String {
    switch phrase {
    case .page(let page, let pages, let records, let next):
      "Page \(page) of \(pages), \(records)" + (next.map { "; next page: --page \($0), all pages: --all" } ?? "")
    case .noRecords(let kind): "There are no \(kind.lowercased())."
    case .noNames(let kind?, let text): "No \(kind.lowercased()) match '\(text)'."
    case .noNames(nil, let text): "No names match '\(text)'."
    case .resultsInstead(let text): "Showing results for \(text)"
    case .nothingFound(let text): "No results for '\(text)'."
    case .bestOnly(let shown, let all, let option): "The best \(shown) of \(figures.integer(all)) results; for more, use \(option)"
    case .missingNames(let count, let all): "\(count) of \(all) names are missing; showing references instead"
    case .emptyHistory: "The search history is empty."
    case .emptyFavourites(let command): "There are no favourites yet; add one with \(command)."
    case .alreadyFavourite(let record): "\(record) is a favourite already"
    case .settingOverridden(by: let source): "\(source) overrides this setting"
    case .fileNotRead(let file): "\(file) is not read here"
    case .settingsMissing(let programs, let reason): "the script lacks the settings of \(programs.joined(separator: ", ")): \(reason)"
    case .nothingRemoved: "Cancelled; nothing was removed."
    case .started(let program, let log): "started \(program); it exits when idle (log: \(log))"
    case .stopped(let programs): "stopped \(programs)"
    case .nothingIsRunning: "nothing is running"
    case .startsOnDemand: "Nothing is running; the first request starts what it needs."
    case .busWithoutWorkers(let command): "A bus is running without workers; run \(command) to start them."
    case .running(let services): "Running: \(services.joined(separator: ", "))"
    case .isUp(let logs): "up (logs: \(logs))"
    case .servedStale(let age, let status):
      (status.map { "the origin answered \($0)" } ?? "no usable answer from the origin")
        + (age.map { "; showing data from \(figures.age($0)) ago" } ?? "; showing older data")
    case .warning(let text): "warning: \(text)"
    case .didYouMean(let choices): "Did you mean \(choices.either("or"))?"
    case .startCacheWorker(let command): "Start a cache worker with: \(command)"
    case .startEverything(let command): "Start everything with: \(command)"
    case .listWorkers(let command): "List the attached workers with: \(command)"
    case .checkLoad(let command): "Check the load with: \(command)"
    case .checkProcesses(let command): "Check the running processes with: \(command)"
    case .listOptions(let command): "List the options with: \(command)"
    case .checkAddress: "Check the address (--bus, HOLOCRON_BUS). If it is right, continue or restart the broker there."
    case .retryIn(let seconds): "Try again in \(figures.duration(Double(seconds)))."
    case .dashes(let example): "Text that begins with - needs -- before it: \(example)"
    case .allowMoreTime(let option, let load): "Increase \(option) SECONDS, or check the load with: \(load)"
    case .repeatLostRequest(let option):
      "It is safe to retry. If the worker is lost again, its reply may exceed the broker's \(option)."
    case .originFallback(let stop, let start):
      "Records cached from this origin stay available. Retry later, or run \(stop), then \(start), which needs no network"
    case .moreCandidates(let count): "and \(count) more"
    case .checks(0, 0): "No problems found."
    case .checks(0, let warnings): "No failures, \(warnings == 1 ? "1 warning" : "\(warnings) warnings")."
    case .checks(let failed, _): failed == 1 ? "1 check failed." : "\(failed) checks failed."
    }
  }

  public func describe(_ error: ErrorPhrase) -> String {
    switch error {
    case .notFound: "not found"
    case .ambiguous: "ambiguous name"
    case .noBus: "no bus is running"
    case .busSilent: "the bus does not answer"
    case .untrusted: "the bus cannot be trusted"
    case .noWorker: "no worker is attached"
    case .overloaded: "too many requests"
    case .workerLost: "the worker was lost"
    case .deadline: "the deadline passed"
    case .cancelled: "cancelled"
    case .originFailed: "the origin failed"
    case .invalidArguments: "invalid arguments"
    case .connectionLost: "the connection to the bus was lost"
    case .notCached: "not cached"
    case .noPath: "no path"
    case .noWebPage: "nothing to open"
    case .noFleet: "no fleet is running"
    case .fleetIncomplete: "the fleet is incomplete"
    case .importFailed: "cannot import"
    case .invalidSetting: "invalid setting"
    case .configurationUnchanged: "the configuration is unchanged"
    case .fileInUse: "the file is in use"
    case .fileTooLarge: "the file is too large"
    case .editorFailed: "the editor failed"
    case .noTerminal: "not a terminal"
    case .expressionFailed: "jq failed"
    }
  }
}
