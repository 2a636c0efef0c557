extension English {
  public func describe(_ detail: ErrorDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "no worker on this bus offers \(service)"
    case .queueFull(let service): "the queue of \(service) is full; retry later, or start more workers"
    case .clientFull: "this client has too many outstanding requests; wait for some replies first"
    case .brokerFull: "the broker has reached its limit for outstanding requests; retry later"
    case .repliesUnread: "this client leaves too many replies unread; read some before sending more requests"
    case .noWorkerFree(let service): "no worker of \(service) was free in time"
    case .noTimeLeft(let service): "the request to \(service) had no time left when it arrived at the broker"
    case .workerTimedOut(let service): "a worker of \(service) took the request and did not answer in time"
    case .workerLost(let service): "the workers of \(service) that took the request were lost before they answered"
    case .noAnswer(let service, let request, let limit): "\(service) did not answer '\(request)' within \(limit) ms"
    case .brokerSilent(let endpoint): "the broker at \(endpoint) is not responding; it may be stopped or overloaded"
    case .noHandshake(let endpoint):
      "what is listening on \(endpoint) does not answer as a bus; it may be a stopped broker, or another program"
    case .notCached(let subject): "\(subject) is not cached, and the request does not allow a fetch"
    case .cacheBusy(let subject): "\(subject) is not cached, and too many requests are waiting for the origin; try again later"
    case .stillFetching(let subject): "\(subject) is not available yet; try again"
    case .noFetcher(let subject, let program): "\(subject) is not cached, and no fetcher is attached; start one with \(program)"
    case .originBusy: "too many requests are waiting for the origin; retry when some of them have been answered"
    case .searchBusy: "too many searches wait for other services; try again later"
    case .startWith(let command): "start one with \(command)"
    case .refused(let origin): "the origin \(origin) refused the connection"
    case .unreachable(let origin): "the origin \(origin) cannot be reached"
    case .unknownHost(let origin): "unknown host of the origin \(origin)"
    case .connectTimedOut(let origin): "the connection to the origin \(origin) timed out"
    case .connectionBroken(let origin): "the origin \(origin) closed the connection before the response was complete"
    case .noTLS(let origin): "no TLS connection to the origin \(origin)"
    case .timedOut(let origin): "the origin \(origin) did not answer in time"
    case .throttled(let origin): "the origin \(origin) asks to slow down"
    case .errorStatus(let origin, let status, let detail):
      "the origin \(origin) answered with status \(status)\(detail.map { ": \($0)" } ?? "")"
    case .failing(let origin, let seconds):
      "the origin \(origin) has been failing\(seconds.map { "; next attempt in \(figures.duration(Double($0)))" } ?? "")"
    case .noRecord(let record, let origin): "\(origin.map { "the origin \($0)" } ?? "the origin") has no \(record)"
    case .noPage(let kind, let page, let pages): "the list of \(kind) has \(counted(pages, "page", "pages")); there is no page \(page)"
    case .noPath(let from, let to): "no indexed records connect \(from) and \(to)"
    case .noWebPage(let record): "\(record) has no web page at its origin; use holocron show \(record)"
    case .tooManyWords(let limit): "too many words: use at most \(limit), including words in filters and phrases"
    case .spacedFilter(let filter): "write \(filter) without spaces"
    case .fieldWithoutOrder(let name, let example): "\(name) cannot be compared with < or >; write \(example)"
    case .numberNeeded(let name, let example): "\(name) needs a number, such as \(example)"
    case .dateNeeded(let name, let example): "\(name) needs a date, such as \(example)"
    case .unknownFilterField(let name, let hasSuggestions):
      "unknown field '\(name)'" + (hasSuggestions ? "" : ": quote the text to search for it")
    case .unknownFilterKind(let name): "unknown kind '\(name)'"
    case .kindAsField(let name, let example): "unknown field '\(name)': '\(name)' is a kind; write \(example)"
    case .fieldOfOtherKinds(let name, let kinds): "unknown field '\(name)': it exists only in \(kinds.joined(separator: ", "))"
    case .unknownSubcommand(let word, let words): "unknown subcommand '\(word)' (available: \(words.joined(separator: ", ")))"
    case .unknownKind(let word, let words): "unknown kind '\(word)' (available: \(words.joined(separator: ", ")))"
    case .unknownField(let word, let words): "unknown field '\(word)' (available: \(words.joined(separator: ", ")))"
    case .unknownSortKey(let word, let words): "unknown sort key '\(word)' (available: \(words.joined(separator: ", ")))"
    case .unknownFilm(let word, let words): "no film matches '\(word)' (available: \(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) is not a favourite"
    case .notInHistory(let text): "no search '\(text)' in the history"
    case .setting(let mistake): describe(mistake)
    case .stillFinishing(let program, let id): "\(say(NotePhrase.process(program, id))) is still finishing its requests; wait, or kill it"
    case .processesFinishing(let names):
      "the supervisor was killed, and its processes are still finishing their requests: \(names.joined(separator: ", "))"
    case .notStarted(let services, let logs): "\(say(NotePhrase.list(services))) did not start in time; see the logs in \(logs)"
    case .startFailed(let services, let finding, let log):
      "\(say(NotePhrase.list(services))) did not start in time: \(say(finding)); see the log: \(log)"
    case .processGivenUp(let finding, let process, let log):
      "\(say(finding)); \(say(RemedyPhrase.correctThenRestart(process))); see the log: \(log)"
    case .unresponsiveWorker(let finding, let remedy): "\(say(finding)); \(say(remedy))"
    case .notSupervised: "only processes that holocron up has started can be restarted"
    case .runsInNode(let id, let command):
      "\(say(NotePhrase.process("holocron-node", id))) runs all services in one process; \(command) needs a fleet, which holocron up starts instead"
    case .startedByHand(let bus, let command):
      "the bus at \(bus) was started by hand; \(command) needs a fleet that holocron up has started"
    case .needsFleet(let command): "\(command) needs a fleet; start one with holocron up"
    case .fleetUnfinished(let id, let logs):
      "\(say(NotePhrase.process("holocron-supervisor", id))) has not finished; see the logs in \(logs)"
    case .otherVersion(let id):
      "\(say(NotePhrase.process("holocron-supervisor", id))) was started by another version and cannot restart or scale "
        + "its processes; run holocron down, then holocron up"
    case .otherOrigin(let origin, let options):
      "the running fleet uses the origin \(origin); to change it, run holocron down, then holocron up with \(options)"
    case .otherBus(let bus, let options):
      "the running fleet uses the bus \(bus); to change it, run holocron down, then holocron up with \(options)"
    case .ignoredOption(let option, let bus):
      "the bus at \(bus) was started by hand, so \(option) has no effect; stop the bus where you started it and run holocron up again"
    case .noTimeFor(let request): "no time left for '\(request)'"
    case .busStarting(let bus): "the bus at \(bus) is still starting"
    case .missingFolder(let folder): "--bus: the folder \(folder) does not exist; create it, or correct the path"
    case .noExportHeader: "line 1: the first line is not the header of an exported cache; create a file with holocron cache export"
    case .exportVersion(let version, let supported):
      "line 1: the file has version \(version) of the format; this program reads version \(supported); create a file with holocron cache export"
    case .emptyExport: "line 1: the file is empty; create a file with holocron cache export"
    case .inputUnfinished(let file): "\(file ?? "standard input") has not ended in time; entries read before may be in the cache"
    case .expressionTimeout: "the expression takes too long; see --timeout"
    case .expressionMemoryLimit: "the expression takes too much memory"
    case .expressionCrash: "libjq crashed while it ran the expression"
    case .configurationNotWritten(let file, let reason): "cannot write the configuration file \(file): \(reason)"
    case .configurationInUse(let file): "another program is changing \(file); try again"
    case .configurationTooLarge(let file, let limit):
      "the configuration file \(file) must not be larger than \(figures.integer(limit)) bytes"
    case .editorFailed(let command): "the editor '\(command)' failed; set VISUAL or EDITOR to another one"
    case .editorNeedsTerminal: "run it in a terminal, or use holocron config set"
    case .unknownOption(let word): "unknown option \(word)"
    case .unknownCommand(let word): "unknown command '\(word)'"
    case .unexpectedArgument(let word): "unexpected argument '\(word)'"
    case .missingArgument(let usage): "missing argument; usage: \(usage.joined(separator: ", or "))"
    case .missingValue(let option, let values): "\(option) needs a value" + (values.map { ": \(describe($0))" } ?? "")
    case .invalidValue(let value, let option, let values): "invalid value '\(value)' for \(option): expected \(describe(values))"
    case .incompleteFilter(let word, let example): "'\(word)' needs a value, such as \(example)"
    case .nothingListens(let endpoint): "nothing is listening on \(endpoint)"
    case .noName(let name): "no record is named '\(name)'"
    case .manyRecords(let count): "\(figures.integer(count)) records match; use one of these references"
    }
  }

  private func describe(_ values: ValidValues) -> String {
    switch values {
    case .choices(let words): "one of \(words.joined(separator: ", "))"
    case .wholeNumber(let first, let last?): "a whole number, from \(first) to \(last)"
    case .wholeNumber(let first, nil): "a whole number, \(first) or more"
    case .seconds(let first, let last): "a number of seconds from \(figures.decimal(first)) to \(figures.integer(last))"
    case .secondsAbove(let first, let last): "a number of seconds greater than \(figures.integer(first)), at most \(figures.integer(last))"
    case .nonEmptyText: "a non-empty text"
    }
  }
}
