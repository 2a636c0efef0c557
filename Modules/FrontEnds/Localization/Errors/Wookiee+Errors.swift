extension Wookiee {
  public func describe(_ detail: ErrorDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "aarrh rrgh \(service)"
    case .queueFull(let service): "grrf \(service); huurh"
    case .clientFull: "grrf hraaw; huurh"
    case .brokerFull: "grrf hrooo; huurh"
    case .repliesUnread: "grrf rroo; huurh"
    case .noWorkerFree(let service): "huurh \(service)"
    case .noTimeLeft(let service): "raaaahh \(service)"
    case .workerTimedOut(let service): "huunn \(service)"
    case .workerLost(let service): "raaah \(service)"
    case .noAnswer(let service, let request, let limit): "huunn \(service) '\(request)' (\(limit) ms)"
    case .brokerSilent(let endpoint): "huunn hrooo \(endpoint)"
    case .noHandshake(let endpoint): "huunn rrgh \(endpoint)"
    case .notCached(let subject): "aarrh kaaarsh \(subject)"
    case .cacheBusy(let subject): "grrf kaaarsh \(subject); huurh"
    case .stillFetching(let subject): "huurh \(subject)"
    case .noFetcher(let subject, let program): "aarrh grroo \(subject); \(program)"
    case .originBusy: "grrf orrgh; huurh"
    case .searchBusy: "grrf huum; huurh"
    case .startWith(let command): "huwaaa \(command)"
    case .refused(let origin): "rrraawr \(origin)"
    case .unreachable(let origin): "aarrh \(origin)"
    case .unknownHost(let origin): "ahuma \(origin)"
    case .connectTimedOut(let origin): "huurh \(origin)"
    case .connectionBroken(let origin): "raaah \(origin)"
    case .noTLS(let origin): "aarrh TLS \(origin)"
    case .timedOut(let origin): "huurh raaaahh \(origin)"
    case .throttled(let origin): "huunn \(origin)"
    case .errorStatus(let origin, let status, let detail): "uughgh \(status) \(origin)\(detail.map { ": \($0)" } ?? "")"
    case .failing(let origin, let seconds): "uugghh \(origin)\(seconds.map { "; huurh \(figures.seconds($0))" } ?? "")"
    case .noRecord(let record, let origin): "muawa \(record)\(origin.map { " (\($0))" } ?? "")"
    case .noPage(let kind, let page, let pages): "muawa rruh \(page) ahuur \(pages) (\(kind))"
    case .noPath(let from, let to): "aarrh raaawr \(from), \(to)"
    case .noWebPage(let record): "muawa \(record); holocron show \(record)"
    case .unknownSubcommand(let word, let words), .unknownKind(let word, let words), .unknownField(let word, let words),
      .unknownSortKey(let word, let words), .unknownFilm(let word, let words):
      "ahuma '\(word)' (\(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) aarrh muaarga"
    case .notInHistory(let text): "muawa awwgggghhh '\(text)'"
    case .setting(let mistake): describe(mistake)
    case .stillFinishing(let program, let id): "huurh \(say(NotePhrase.process(program, id)))"
    case .processesFinishing(let names): "raaaah; huurh \(names.joined(separator: ", "))"
    case .notStarted(let services, let logs): "huurh raaaahh \(say(NotePhrase.list(services))); wruh: \(logs)"
    case .startFailed(let services, let finding, let log):
      "huurh raaaahh \(say(NotePhrase.list(services))): \(say(finding)); wruh: \(log)"
    case .processGivenUp(let finding, let process, let log):
      "\(say(finding)); \(say(RemedyPhrase.correctThenRestart(process))); wruh: \(log)"
    case .unresponsiveWorker(let finding, let remedy): "\(say(finding)); \(say(remedy))"
    case .notSupervised: "aarrh raarwh; holocron up"
    case .runsInNode(let id, let command): "\(say(NotePhrase.process("holocron-node", id))) hrooo; \(command): holocron up"
    case .startedByHand(let bus, let command): "hrooo \(bus); \(command): holocron up"
    case .needsFleet(let command): "\(command): holocron up"
    case .fleetUnfinished(let id, let logs): "huurh \(say(NotePhrase.process("holocron-supervisor", id))); wruh: \(logs)"
    case .otherVersion(let id): "rrawr \(say(NotePhrase.process("holocron-supervisor", id))); holocron down, holocron up"
    case .otherOrigin(let origin, let options): "rrgh uughgh \(origin); holocron down, holocron up \(options)"
    case .otherBus(let bus, let options): "rrgh hrooo \(bus); holocron down, holocron up \(options)"
    case .ignoredOption(let option, let bus): "hrooo \(bus), aarrh \(option); holocron up"
    case .noTimeFor(let request): "raaaahh '\(request)'"
    case .busStarting(let bus): "huurh hrooo \(bus)"
    case .noExportHeader: "rrawr wuh; holocron cache export"
    case .exportVersion(let version, let supported): "rrawr \(version), \(supported); holocron cache export"
    case .emptyExport: "muawa wuh; holocron cache export"
    case .inputUnfinished(let file): "huurh raaaahh \(file ?? "wuh")"
    case .expressionTimeout: "huurh raaaahh; --timeout"
    case .configurationNotWritten(let file, let reason): "aarrh huwaa \(file): \(reason)"
    case .configurationInUse(let file): "huurh \(file)"
    case .editorFailed(let command): "raaah '\(command)'; VISUAL, EDITOR"
    case .unknownOption(let word): "ahuma wuh \(word)"
    case .unknownCommand(let word): "ahuma rrgh '\(word)'"
    case .unexpectedArgument(let word): "aarrh wuh '\(word)'"
    case .missingArgument(let usage): "muawa wuh; \(usage.joined(separator: ", wuh "))"
    case .missingValue(let option, let values): "aarrh hrahroorr \(option)" + (values.map { ": \(describe($0))" } ?? "")
    case .invalidValue(let value, let option, let values): "rrawr hrahroorr '\(value)' \(option): \(describe(values))"
    case .incompleteFilter(let word, let example): "aarrh hrahroorr '\(word)': \(example)"
    case .nothingListens(let endpoint): "aarrh hrooo \(endpoint)"
    case .noName(let name): "muawa '\(name)'"
    case .manyRecords(let count): "\(figures.integer(count)) ahuur"
    }
  }

  private func describe(_ values: ValidValues) -> String {
    switch values {
    case .choices(let words): words.joined(separator: ", ")
    case .wholeNumber(let first, let last?): "roorrraawh \(first)–\(last)"
    case .wholeNumber(let first, nil): "roorrraawh, rrruh \(first)"
    case .seconds(let first, let last): "\(figures.decimal(first))–\(figures.integer(last)) s"
    case .secondsAbove(let first, let last): "> \(figures.integer(first)) s, \(figures.integer(last)) s"
    case .nonEmptyText: "wuh"
    }
  }
}
