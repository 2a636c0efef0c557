extension German {
  public func say(_ phrase: CommandPhrase) -> String {
    switch phrase {
    case .page(let page, let pages, let records, let next):
      "Seite \(page) von \(pages), \(records)" + (next.map { "; nächste Seite: --page \($0), alle Seiten: --all" } ?? "")
    case .noRecords(let kind): "Es gibt keine \(kind)."
    case .noNames(let kind?, let text): "Keine \(kind) mit „\(text)“ im Namen."
    case .noNames(nil, let text): "Kein Name passt auf „\(text)“."
    case .resultsInstead(let text): "Ergebnisse für \(text)"
    case .nothingFound(let text): "Keine Treffer für „\(text)“."
    case .bestOnly(let shown, let all, let option): "Die besten \(shown) von \(figures.integer(all)) Treffern; mehr mit \(option)"
    case .missingNames(let count, let all): "\(count) von \(all) Namen fehlen; statt ihrer stehen Verweise da"
    case .emptyHistory: "Der Suchverlauf ist leer."
    case .emptyFavourites(let command): "Es gibt noch keine Favoriten; hinzufügen mit \(command)."
    case .alreadyFavourite(let record): "\(record) ist schon ein Favorit"
    case .settingOverridden(by: let source): "\(source) hat Vorrang vor dieser Einstellung"
    case .fileNotRead(let file): "\(file) wird hier nicht gelesen"
    case .settingsMissing(let programs, let reason):
      "im Skript fehlen die Einstellungen von \(programs.joined(separator: ", ")): \(reason)"
    case .nothingRemoved: "Abgebrochen; nichts wurde entfernt."
    case .started(let program, let log): "\(program) gestartet; es endet, wenn es nicht mehr gebraucht wird (Protokoll: \(log))"
    case .stopped(let programs): "beendet: \(programs)"
    case .nothingIsRunning: "es läuft nichts"
    case .startsOnDemand: "Es läuft nichts; die erste Anfrage startet, was sie braucht."
    case .busWithoutWorkers(let command): "Ein Bus läuft ohne Arbeiter; \(command) startet sie."
    case .running(let services): "In Betrieb: \(services.joined(separator: ", "))"
    case .isUp(let logs): "gestartet (Protokolle: \(logs))"
    case .servedStale(let age, let status):
      (status.map { "die Quelle antwortete mit \($0)" } ?? "keine brauchbare Antwort von der Quelle")
        + (age.map { "; der Stand ist \(figures.age($0)) alt" } ?? "; der Stand ist älter")
    case .warning(let text): "Warnung: \(text)"
    case .didYouMean(let choices): "Meinten Sie \(choices.either("oder"))?"
    case .startCacheWorker(let command): "Einen Cache-Arbeiter starten: \(command)"
    case .startEverything(let command): "Alles starten: \(command)"
    case .listWorkers(let command): "Die angemeldeten Arbeiter zeigen: \(command)"
    case .checkLoad(let command): "Die Auslastung zeigen: \(command)"
    case .checkProcesses(let command): "Die laufenden Prozesse prüfen: \(command)"
    case .listOptions(let command): "Die Optionen zeigen: \(command)"
    case .checkAddress: "Die Adresse prüfen (--bus, HOLOCRON_BUS). Stimmt sie, den Broker dort fortsetzen oder neu starten."
    case .retryIn(let seconds): "In \(figures.duration(Double(seconds))) erneut versuchen."
    case .dashes(let example): "Vor Text, der mit - beginnt, gehört --: \(example)"
    case .allowMoreTime(let option, let load): "Mehr Zeit mit \(option) SEKUNDEN; die Auslastung zeigen: \(load)"
    case .repeatLostRequest(let option):
      "Die Anfrage kann gefahrlos wiederholt werden. Fällt der Arbeiter erneut aus, ist seine Antwort vielleicht größer als \(option) des Brokers."
    case .originFallback(let stop, let start):
      "Einträge im Cache bleiben verfügbar. Später erneut versuchen, oder \(stop), dann \(start); das braucht kein Netz"
    case .moreCandidates(let count): "und \(count) weitere"
    case .checks(0, 0): "Keine Fehler gefunden."
    case .checks(0, let warnings): "Keine Fehler, \(warnings == 1 ? "1 Warnung" : "\(warnings) Warnungen")."
    case .checks(let failed, _): failed == 1 ? "1 Prüfung fehlgeschlagen." : "\(failed) Prüfungen fehlgeschlagen."
    }
  }

  public func describe(_ error: ErrorPhrase) -> String {
    switch error {
    case .notFound: "nicht gefunden"
    case .ambiguous: "mehrdeutiger Name"
    case .noBus: "kein Bus läuft"
    case .busSilent: "der Bus antwortet nicht"
    case .untrusted: "dem Bus ist nicht zu trauen"
    case .noWorker: "kein Arbeiter ist angemeldet"
    case .overloaded: "zu viele Anfragen"
    case .workerLost: "der Arbeiter ist ausgefallen"
    case .deadline: "die Zeit ist abgelaufen"
    case .cancelled: "abgebrochen"
    case .originFailed: "die Quelle hat versagt"
    case .invalidArguments: "ungültige Argumente"
    case .connectionLost: "die Verbindung zum Bus ist verloren"
    case .notCached: "nicht im Cache"
    case .noPath: "kein Weg"
    case .noWebPage: "nichts zu öffnen"
    case .noFleet: "es läuft keine Flotte"
    case .fleetIncomplete: "die Flotte ist unvollständig"
    case .importFailed: "Import nicht möglich"
    case .invalidSetting: "ungültige Einstellung"
    case .configurationUnchanged: "die Konfiguration bleibt unverändert"
    case .fileInUse: "die Datei wird gerade geändert"
    case .fileTooLarge: "die Datei ist zu groß"
    case .editorFailed: "der Editor ist gescheitert"
    case .noTerminal: "kein Terminal"
    case .expressionFailed: "jq ist gescheitert"
    }
  }
}
