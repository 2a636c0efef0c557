extension Wookiee {
  public func say(_ phrase: CommandPhrase) -> String {
    switch phrase {
    case .page(let page, let pages, let records, let next):
      "Rruh \(page) ahuur \(pages), \(records)" + (next.map { "; huurh: --page \($0), wuh: --all" } ?? "")
    case .noRecords(let kind): "Muawa \(kind)."
    case .noNames(let kind?, let text): "Muawa “\(text)” (\(kind))."
    case .noNames(nil, let text): "Muawa “\(text)”."
    case .resultsInstead(let text): "Huwaa \(text)"
    case .nothingFound(let text): "Muawa “\(text)”."
    case .bestOnly(let shown, let all, let option): "\(shown) ghuawr \(figures.integer(all)); huurh: \(option)"
    case .missingNames(let count, let all): "aarrh \(count) ahuur \(all) ruhh"
    case .emptyHistory: "Awwgggghhh huh."
    case .emptyFavourites(let command): "Awwgggghhh huh muaarga; \(command)."
    case .alreadyFavourite(let record): "\(record) muaarga huh"
    case .settingOverridden(by: let source): "\(source) rrrawr huwaa"
    case .fileNotRead(let file): "muawa \(file) huwaa"
    case .settingsMissing(let programs, let reason): "aarrh hrahroorr \(programs.joined(separator: ", ")): \(reason)"
    case .nothingRemoved: "Raaah; muawa uughgh."
    case .started(let program, let log): "huwaaa \(program) (wruh: \(log))"
    case .stopped(let programs): "raaaah \(programs)"
    case .nothingIsRunning: "muawa huwaaa"
    case .startsOnDemand: "Muawa huwaaa; rrruh hraaw huwaaa."
    case .busWithoutWorkers(let command): "Hrooo rowr, aarrh rrgh; huwaaa: \(command)."
    case .running(let services): "Rowr: \(services.joined(separator: ", "))"
    case .isUp(let logs): "huwaaa! (wruh: \(logs))"
    case .servedStale(let age, let status):
      (status.map { "aarrh \($0)" } ?? "aarrh uughgh") + (age.map { "; huwaa \(figures.age($0))" } ?? "; huwaa muaa")
    case .warning(let text): "rrraawr: \(text)"
    case .didYouMean(let choices): "Huwaa \(choices.either("wuh"))?"
    case .startCacheWorker(let command): "Huwaaa wuuh: \(command)"
    case .startEverything(let command): "Huwaaa wuh: \(command)"
    case .listWorkers(let command): "Rrgh: \(command)"
    case .checkLoad(let command): "Grrf: \(command)"
    case .checkProcesses(let command): "Rrgh uuh: \(command)"
    case .listOptions(let command): "Ahuma: \(command)"
    case .checkAddress: "Rrgh hrooo: --bus, HOLOCRON_BUS."
    case .retryIn(let seconds): "Huurh huurh \(figures.duration(Double(seconds)))."
    case .dashes(let example): "Wuh - huwaa --: \(example)"
    case .allowMoreTime(let option, let load): "Huurh \(option) SECONDS; grrf: \(load)"
    case .repeatLostRequest(let option):
      "Huurh huurh. Rrgh raaah: \(option)."
    case .originFallback(let stop, let start):
      "Huurh huurh, \(stop), huwaaa \(start)"
    case .moreCandidates(let count): "\(count) aarr"
    case .checks(0, 0): "Wyaaaaaa!"
    case .checks(0, let warnings): "Wyaaa, \(warnings) rrraawr."
    case .checks(let failed, _): "Uuughgh: \(failed)."
    }
  }

  public func describe(_ error: ErrorPhrase) -> String {
    switch error {
    case .notFound: "muawa"
    case .ambiguous: "ahuur ahuur"
    case .noBus: "aarrh hrooo"
    case .busSilent: "huunn hrooo"
    case .untrusted: "rrraawr hrooo"
    case .noWorker: "aarrh rrgh"
    case .overloaded: "grrf grrf"
    case .workerLost: "rrgh raaah"
    case .deadline: "huurh raaaaahh"
    case .cancelled: "raaah"
    case .originFailed: "uughgh rrawr"
    case .invalidArguments: "rrawr wuh"
    case .connectionLost: "raaah hrooo"
    case .notCached: "aarrh kaaarsh"
    case .noPath: "aarrh raaawr"
    case .noWebPage: "muawa raaawr"
    case .noFleet: "muawa rrgh"
    case .fleetIncomplete: "rrgh aarrh"
    case .importFailed: "aarrh grroo"
    case .invalidSetting: "rrawr wuh hrahroorr"
    case .configurationUnchanged: "wuh huurh anuk"
    case .fileInUse: "huurh wuh"
    case .fileTooLarge: "grrf wuh"
    case .editorFailed: "raaah hrrm"
    case .noTerminal: "wuh huwaa"
    case .expressionFailed: "raaah jq"
    }
  }
}
