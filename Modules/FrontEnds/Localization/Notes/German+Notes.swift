extension German {
  public var answers: AnswerWords { AnswerWords(yes: "j", "ja", no: "n") }

  public func say(_ phrase: NotePhrase) -> String {
    switch phrase {
    case .listIncomplete(let kind, let counted, let returned):
      "Die Liste ist unvollständig: die Quelle zählt \(figures.integer(counted)) \(kind), hat aber \(figures.integer(returned)) geliefert."
    case .firstPage(let shown, let all, let kind): "\(shown) von \(all) \(kind); alle mit --all"
    case .cachedListSearched(let reason): "\(reason); durchsucht wird die Liste im Cache"
    case .silentOriginListSearched(let time):
      "die Quelle hat \(time) lang nicht geantwortet; durchsucht wird die Liste im Cache"
    case .bestOnly(let shown, let all, let option): "die besten \(shown) von \(figures.integer(all)) Treffern; mehr mit \(option)"
    case .searchNotSaved(let problem): "die Suche steht nicht im Verlauf: \(problem)"
    case .indexIncomplete(let count, let all): "\(index(count, all)); den Rest holt holocron cache warm."
    case .originSearched(let count, let all): "\(index(count, all)); auch die Suche der Quelle wurde genutzt."
    case .namesOfOneRecord: "Beide Namen bezeichnen denselben Eintrag."
    case .stepCount(let count): counted(count, "Schritt", "Schritte")
    case .opening(let address): "\(address) wird geöffnet"
    case .recordSource(let record, let source, let age):
      "\(record) stammt von \(source)\(age.map { ", \(figures.duration(Double($0))) alt" } ?? "")"
    case .oneServer(let count): "einem von \(count) Servern"
    case .unknownOrigin: "einer unbekannten Quelle"
    case .expressionFailed(let reason, 1): "--jq: \(reason)"
    case .expressionFailed(let reason, let count):
      "--jq ist bei \(figures.integer(count)) Werten gescheitert, zuletzt so: \(reason)"
    case .exported(let count, let bytes): "\(counted(count, "Eintrag", "Einträge")) exportiert, \(figures.bytes(bytes))."
    case .leftOut(let count, let command):
      "\(counted(count, "Eintrag", "Einträge")) ausgelassen, weil beschädigt oder zu groß zum Importieren; \(command) nennt beschädigte."
    case .lineRejected(let line, let reason): "Zeile \(line): \(reason)"
    case .moreRejected(let count): "\(counted(count, "weitere Zeile", "weitere Zeilen")) abgelehnt"
    case .repairHint(let command): "Beschädigtes entfernt \(command)."
    case .notFetched(let record, let problem): "\(record) nicht abgerufen: \(problem)"
    case .listLacks(let kind, let count):
      "Die Liste \(kind) ist unvollständig: die Quelle zählt \(counted(count, "Eintrag", "Einträge")) mehr, als sie geliefert hat."
    case .process(let program, let id): "\(program) (Prozess \(id))"
    case .list(let names): names.joined(separator: " und ")
    case .orphans(let names): "\(names), deren Supervisor gewaltsam beendet wurde"
    case .notStopped(let bus): "nichts beendet: der Bus auf \(bus) wurde von Hand gestartet und ist dort zu beenden"
    case .notStarted(let bus):
      "nichts gestartet: der Bus auf \(bus) wurde von Hand gestartet; seine Arbeiter zeigt holocron status. Für eine Flotte "
        + "den Bus dort beenden und holocron up erneut ausführen"
    case .otherFleetKept(let bus): "nichts wurde beendet: die laufenden Prozesse nutzen den Bus \(bus)"
    case .makingRoom(let process): "\(process) wird beendet, um Platz zu machen"
    case .waitingForEnd(let process): "warte auf das Ende von \(process)"
    case .wasKilled(let process): "\(process) wurde gewaltsam beendet; alle Prozesse werden neu gestartet"
    case .startInterrupted: "unterbrochen; die gestarteten Prozesse werden beendet"
    case .sizes(let caches, let fetchers, let searches):
      [caches.map { "\($0) Cache-Arbeiter" }, fetchers.map { "\($0) Abrufer" }, searches.map { "\($0) Such-Arbeiter" }].compactMap(\.self)
        .joined(separator: ", ")
    case .alreadyRunning(let name): "läuft schon (\(name))"
    case .alreadySized(let sizes, let name): "schon jetzt \(sizes) (\(name))"
    case .resized(let sizes, let name): "jetzt \(sizes) (\(name))"
    case .restartedProcesses(let names): "neu gestartet: \(names)"
    case .lastLines(let log): "die letzten Zeilen von \(log):"
    case .logsElsewhere(let logs, let folder, let reason):
      "\(folder) ist nicht beschreibbar: \(reason); die Protokolle sind in \(logs); um sie zu behalten, XDG_STATE_HOME auf einen anderen Ordner setzen"
    case .noExplorer(let program): "\(program) ist nicht installiert; statt der laufenden Ansicht eine einzelne Messung"
    case .dumbTerminal: "das Terminal kann den Cursor nicht bewegen (TERM=dumb); weiter mit --plain"
    case .nodeRunsAll: "alle Dienste laufen jetzt in holocron-node; dies sind frühere Protokolle, das eigene zeigt holocron logs node"
    case .noLogs(let folder): "in \(folder) gibt es keine Protokolle"
    case .followingLog(let name): "Folgt \(name); Strg-C beendet."
    case .followingLogs(let count): "Folgt \(count) Protokollen; Strg-C beendet."
    case .watching(let topic): "Beobachtet \(topic ?? "alle Ereignisse"); Strg-C beendet."
    case .eventsMissed: "vielleicht fehlen Ereignisse; ab jetzt wird wieder beobachtet"
    case .busIsLost: "Verbindung zum Bus verloren; Ereignisse folgen, wenn er wieder da ist"
    case .unknownTopic(let topic): "kein bekanntes Thema beginnt mit \(topic); es wird trotzdem beobachtet"
    case .recording(let file): "Zeichnet die Anfragen auf dem Bus auf in \(file); Strg-C beendet."
    case .requestsMissed(let count):
      "\(counted(Int(clamping: count), "Anfrage fehlt", "Anfragen fehlen")) in der Aufzeichnung: der Bus war weg, oder Anfragen kamen zu schnell"
    case .recordingAgain: "vielleicht fehlen Anfragen; ab jetzt wird wieder aufgezeichnet"
    case .countersAreOn: "die Zähler sind schon an"
    case .countersAreOff: "die Zähler sind aus"
    case .countersTurnedOff: "die Zähler sind aus, und die Zahlen sind entfernt"
    case .countsAreZero: "die Zähler stehen auf null"
    case .countersCanBeTurnedOn(let command): "die Zähler sind aus; \(command) schaltet sie ein"
    case .counting(let file, let command): "Befehle werden gezählt in \(file); \(command) beendet das"
    case .purgeEverything: "Alles aus dem Cache entfernen?"
    case .purgeKind(let kind): "Alle \(kind) aus dem Cache entfernen?"
    case .purgeRecord(let record): "\(record) aus dem Cache entfernen?"
    case .clearHistory: "Den Suchverlauf löschen?"
    case .editAgain: "Die Datei noch einmal bearbeiten?"
    }
  }

  private func index(_ count: Int, _ all: Int?) -> String {
    "Im Register stehen \(figures.integer(count))\(all.map { " von \(figures.integer($0))" } ?? "") \(plural(all ?? count, "Eintrag", all == nil ? "Einträge" : "Einträgen"))"
  }
}
