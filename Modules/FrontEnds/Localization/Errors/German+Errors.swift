extension German {
  public func describe(_ detail: ErrorDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "kein Arbeiter auf diesem Bus bietet \(service)"
    case .queueFull(let service): "die Warteschlange von \(service) ist voll; später erneut versuchen oder mehr Arbeiter starten"
    case .clientFull: "zu viele Anfragen sind offen; erst auf einige Antworten warten"
    case .brokerFull: "der Broker hat seine Grenze für offene Anfragen erreicht; später erneut versuchen"
    case .repliesUnread: "zu viele Antworten sind ungelesen; vor weiteren Anfragen einige lesen"
    case .noWorkerFree(let service): "kein Arbeiter von \(service) wurde rechtzeitig frei"
    case .noTimeLeft(let service): "für die Anfrage an \(service) war beim Broker keine Zeit mehr übrig"
    case .workerTimedOut(let service): "ein Arbeiter von \(service) hat die Anfrage angenommen und nicht rechtzeitig geantwortet"
    case .workerLost(let service): "die Arbeiter von \(service) sind vor ihrer Antwort ausgefallen"
    case .noAnswer(let service, let request, let limit): "\(service) hat auf „\(request)“ nicht innerhalb von \(limit) ms geantwortet"
    case .brokerSilent(let endpoint): "der Broker auf \(endpoint) antwortet nicht; vielleicht ist er angehalten oder überlastet"
    case .noHandshake(let endpoint):
      "was auf \(endpoint) lauscht, antwortet nicht wie ein Bus; vielleicht ist es ein angehaltener Broker oder ein anderes Programm"
    case .notCached(let subject): "\(subject) ist nicht im Cache, und die Anfrage erlaubt keinen Abruf"
    case .cacheBusy(let subject): "\(subject) ist nicht im Cache, und zu viele Anfragen warten auf die Quelle; später erneut versuchen"
    case .stillFetching(let subject): "\(subject) ist noch nicht da; erneut versuchen"
    case .noFetcher(let subject, let program): "\(subject) ist nicht im Cache, und kein Abrufer ist angemeldet; \(program) startet einen"
    case .originBusy: "zu viele Anfragen warten auf die Quelle; erneut versuchen, wenn einige beantwortet sind"
    case .searchBusy: "zu viele Suchen warten auf andere Dienste; später erneut versuchen"
    case .startWith(let command): "\(command) startet einen"
    case .refused(let origin): "\(origin) hat die Verbindung abgelehnt"
    case .unreachable(let origin): "\(origin) ist nicht erreichbar"
    case .unknownHost(let origin): "der Rechner von \(origin) ist unbekannt"
    case .connectTimedOut(let origin): "die Verbindung zu \(origin) kam nicht rechtzeitig zustande"
    case .connectionBroken(let origin): "\(origin) hat die Verbindung vor dem Ende der Antwort geschlossen"
    case .noTLS(let origin): "keine TLS-Verbindung zu \(origin)"
    case .timedOut(let origin): "\(origin) hat nicht rechtzeitig geantwortet"
    case .throttled(let origin): "\(origin) bittet um eine Pause"
    case .errorStatus(let origin, let status, let detail):
      "\(origin) hat mit Status \(status) geantwortet\(detail.map { ": \($0)" } ?? "")"
    case .failing(let origin, let seconds):
      "\(origin) ist gestört\(seconds.map { "; nächster Versuch in \(figures.duration(Double($0)))" } ?? "")"
    case .noRecord(let record, let origin): "\(origin ?? "die Quelle") hat keinen Eintrag \(record)"
    case .noPage(let kind, let page, let pages):
      "die Liste \(kind) hat \(counted(pages, "Seite", "Seiten")); eine Seite \(page) gibt es nicht"
    case .noPath(let from, let to): "keine Einträge im Register verbinden \(from) und \(to)"
    case .noWebPage(let record): "\(record) hat bei seiner Quelle keine Webseite; stattdessen holocron show \(record)"
    case .tooManyWords(let limit): "zu viele Wörter: höchstens \(limit), einschließlich der Wörter in Filtern und in Anführungszeichen"
    case .spacedFilter(let filter): "\(filter) ohne Leerzeichen schreiben"
    case .fieldWithoutOrder(let name, let example): "\(name) lässt sich nicht mit < oder > vergleichen; stattdessen \(example) schreiben"
    case .numberNeeded(let name, let example): "\(name) braucht eine Zahl, etwa \(example)"
    case .dateNeeded(let name, let example): "\(name) braucht ein Datum, etwa \(example)"
    case .unknownFilterField(let name, let hasSuggestions):
      "unbekanntes Feld „\(name)“" + (hasSuggestions ? "" : "; für eine Suche danach in Anführungszeichen setzen")
    case .unknownFilterKind(let name): "unbekannte Art „\(name)“"
    case .kindAsField(let name, let example): "unbekanntes Feld „\(name)“: das ist eine Art; \(example) schreiben"
    case .fieldOfOtherKinds(let name, let kinds): "unbekanntes Feld „\(name)“: das gibt es nur bei \(kinds.joined(separator: ", "))"
    case .unknownSubcommand(let word, let words): "unbekannter Unterbefehl „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownKind(let word, let words): "unbekannte Art „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownField(let word, let words): "unbekanntes Feld „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownSortKey(let word, let words): "unbekannter Sortierschlüssel „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownFilm(let word, let words): "kein Film passt auf „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) ist kein Favorit"
    case .notInHistory(let text): "die Suche „\(text)“ steht nicht im Verlauf"
    case .setting(let mistake): describe(mistake)
    case .stillFinishing(let program, let id):
      "\(say(NotePhrase.process(program, id))) schließt noch Anfragen ab; warten oder gewaltsam beenden"
    case .processesFinishing(let names):
      "der Supervisor wurde gewaltsam beendet, und seine Prozesse schließen noch Anfragen ab: \(names.joined(separator: ", "))"
    case .notStarted(let services, let logs):
      "nicht rechtzeitig gestartet: \(say(NotePhrase.list(services))); siehe die Protokolle in \(logs)"
    case .startFailed(let services, let finding, let log):
      "nicht rechtzeitig gestartet: \(say(NotePhrase.list(services))); \(say(finding)); siehe das Protokoll \(log)"
    case .processGivenUp(let finding, let process, let log):
      "\(say(finding)); \(say(RemedyPhrase.correctThenRestart(process))); siehe das Protokoll \(log)"
    case .unresponsiveWorker(let finding, let remedy): "\(say(finding)); \(say(remedy))"
    case .notSupervised: "neu gestartet werden nur Prozesse, die holocron up gestartet hat"
    case .runsInNode(let id, let command):
      "\(say(NotePhrase.process("holocron-node", id))) enthält alle Dienste in einem Prozess; "
        + "\(command) braucht eine Flotte, die holocron up stattdessen startet"
    case .startedByHand(let bus, let command):
      "der Bus auf \(bus) wurde von Hand gestartet; \(command) braucht eine Flotte, die holocron up gestartet hat"
    case .needsFleet(let command): "\(command) braucht eine Flotte; holocron up startet eine"
    case .fleetUnfinished(let id, let logs):
      "\(say(NotePhrase.process("holocron-supervisor", id))) ist noch nicht fertig; siehe die Protokolle in \(logs)"
    case .otherVersion(let id):
      "\(say(NotePhrase.process("holocron-supervisor", id))) stammt von einer anderen Version und kann Prozesse nicht neu starten oder skalieren; "
        + "holocron down und dann holocron up ausführen"
    case .otherOrigin(let origin, let options):
      "die laufende Flotte nutzt die Quelle \(origin); zum Wechseln holocron down und dann holocron up mit \(options) ausführen"
    case .otherBus(let bus, let options):
      "die laufende Flotte nutzt den Bus \(bus); zum Wechseln holocron down und dann holocron up mit \(options) ausführen"
    case .ignoredOption(let option, let bus):
      "der Bus auf \(bus) wurde von Hand gestartet, deshalb hat \(option) keine Wirkung; den Bus dort beenden und holocron up erneut ausführen"
    case .noTimeFor(let request): "keine Zeit mehr für „\(request)“"
    case .busStarting(let bus): "der Bus auf \(bus) startet noch"
    case .missingFolder(let folder): "--bus: der Ordner \(folder) fehlt; ihn anlegen oder den Pfad berichtigen"
    case .noExportHeader:
      "die erste Zeile ist nicht der Kopf eines exportierten Caches; holocron cache export schreibt eine Datei zum Importieren"
    case .exportVersion(let version, let supported):
      "die Datei hat Version \(version) des Formats, dieses Programm liest Version \(supported); holocron cache export schreibt eine solche Datei"
    case .emptyExport: "die Datei ist leer; holocron cache export schreibt eine Datei zum Importieren"
    case .inputUnfinished(let file):
      "\(file ?? "die Standardeingabe") hat nicht rechtzeitig geendet; bis dahin gelesene Einträge stehen vielleicht im Cache"
    case .expressionTimeout: "der Ausdruck braucht zu lange; siehe --timeout"
    case .expressionMemoryLimit: "der Ausdruck braucht zu viel Arbeitsspeicher"
    case .expressionCrash: "libjq ist bei der Auswertung des Ausdrucks abgestürzt"
    case .configurationNotWritten(let file, let reason): "die Konfigurationsdatei \(file) lässt sich nicht schreiben: \(reason)"
    case .configurationInUse(let file): "ein anderes Programm ändert gerade \(file); erneut versuchen"
    case .configurationTooLarge(let file, let limit):
      "die Konfigurationsdatei \(file) darf höchstens \(figures.integer(limit)) Bytes groß sein"
    case .editorFailed(let command): "der Editor „\(command)“ ist gescheitert; mit VISUAL oder EDITOR einen anderen wählen"
    case .editorNeedsTerminal: "in einem Terminal starten oder holocron config set verwenden"
    case .unknownOption(let word): "unbekannte Option \(word)"
    case .unknownCommand(let word): "unbekannter Befehl „\(word)“"
    case .unexpectedArgument(let word): "unerwartetes Argument „\(word)“"
    case .missingArgument(let usage): "es fehlt ein Argument; Aufruf: \(usage.joined(separator: " oder "))"
    case .missingValue(let option, let values): "bei \(option) fehlt der Wert" + (values.map { "; möglich: \(describe($0))" } ?? "")
    case .invalidValue(let value, let option, let values): "ungültiger Wert „\(value)“ für \(option); möglich: \(describe(values))"
    case .incompleteFilter(let word, let example): "„\(word)“ braucht einen Wert, etwa \(example)"
    case .nothingListens(let endpoint): "auf \(endpoint) lauscht kein Prozess"
    case .noName(let name): "kein Eintrag heißt „\(name)“"
    case .manyRecords(let count): "\(figures.integer(count)) Einträge passen; einen dieser Verweise verwenden"
    }
  }

  private func describe(_ values: ValidValues) -> String {
    switch values {
    case .choices(let words): words.joined(separator: ", ")
    case .wholeNumber(let first, let last?): "eine ganze Zahl von \(first) bis \(last)"
    case .wholeNumber(let first, nil): "eine ganze Zahl ab \(first)"
    case .seconds(let first, let last): "Sekunden von \(figures.decimal(first)) bis \(figures.integer(last))"
    case .secondsAbove(let first, let last): "mehr als \(figures.integer(first)) und höchstens \(figures.integer(last)) Sekunden"
    case .nonEmptyText: "ein nicht leerer Text"
    }
  }
}
