extension German {
  public func name(of check: CheckPhrase) -> String {
    switch check {
    case .configuration: "Konfiguration"
    case .cacheFolder: "Cache-Ordner"
    case .dataFolder: "Datenordner"
    case .logFolder: "Protokollordner"
    case .sockets: "Socket-Ordner"
    case .socketPath: "Socket-Pfad"
    case .supervisor: "Supervisor"
    case .crashes: "Abstürze"
    case .terminal: "Terminal"
    case .bus: "Bus"
    case .origin: "Quelle"
    case .origins: "Quellen"
    case .originServer: "Server der Quelle"
    case .cache: "Speicher"
    case .searchIndex: "Suchregister"
    case .named(let name): name
    }
  }

  public func say(_ phrase: CheckStatePhrase) -> String {
    switch phrase {
    case .pass: "gut"
    case .warn: "Warnung"
    case .fail: "Fehler"
    }
  }

  public func say(_ phrase: DoctorPhrase) -> String {
    switch phrase {
    case .text(let text): text
    case .error(let title, let detail, let english): sentence(title, detail, english: english)
    case .detail(let detail): describe(detail)
    case .notice(let notice): say(notice)
    case .both(let first, let second): "\(say(first)); \(say(second))"
    case .because(let finding, let cause): "\(say(finding)): \(say(cause))"
    case .version(let text): "Version \(text)"
    case .oldVersion(let text): "Version \(text) ist zu alt"
    case .notInstalled: "nicht installiert"
    case .noFile: "keine Datei; es gelten die Vorgaben"
    case .limitedTerminal(let type): "der Terminaltyp „\(type)“ ist unbekannt oder kann den Cursor nicht bewegen"
    case .otherEncoding(let locale): "die Locale \(locale) verwendet kein UTF-8; andere Zeichen als ASCII können falsch aussehen"
    case .unreadSections(let file, let names):
      "\(file): kein Programm liest \(names.count == 1 ? "den Abschnitt" : "die Abschnitte") \(names.joined(separator: ", "))"
    case .cannotCreateFiles(let folder, let reason): "in \(folder) lassen sich keine Dateien anlegen: \(reason)"
    case .cannotWrite(let folder, let reason): "\(folder) ist nicht beschreibbar: \(reason)"
    case .cannotInspect(let folder, let reason): "\(folder) lässt sich nicht untersuchen: \(reason)"
    case .notASocket(let path): "\(path) ist kein Socket"
    case .notAFolder(let path): "\(path) ist kein Ordner"
    case .privateFolder(let path): "nur Sie haben Zugriff auf \(path)"
    case .openFolder(let path): "auch andere Benutzer haben Zugriff auf \(path)"
    case .foreignFolder(let path, let owner): "\(path) gehört Benutzer \(owner)"
    case .createdWithBus(let path): "\(path) wird beim Start eines Busses angelegt"
    case .createdWhenNeeded(let path): "\(path) wird bei Bedarf angelegt"
    case .writable(let path): "\(path) ist beschreibbar"
    case .pathTooLong(let path): "\(path) ist zu lang für den Pfad eines Sockets"
    case .littleSpace(let path, let bytes): "in \(path) sind nur noch \(figures.bytes(bytes)) frei"
    case .noCacheLocation: "kein Ort für die Cache-Datei"
    case .noHistoryLocation: "kein Ort für den Suchverlauf"
    case .responds(let endpoint): "\(endpoint) antwortet"
    case .nothingRuns(let endpoint): "auf \(endpoint) läuft nichts"
    case .noResponse(let endpoint, let problem): "\(endpoint) antwortet nicht: \(say(problem))"
    case .originResponds(let kinds): "antwortet; bietet \(kinds)"
    case .noWorker: "kein Arbeiter ist angemeldet"
    case .workers(let count, let processes):
      counted(count, "Arbeiter", "Arbeiter") + (processes.isEmpty ? "" : ": \(processes.map { say($0) }.joined(separator: "; "))")
    case .process(let program, let id): "\(program.map { "\($0), " } ?? "")Prozess \(id)"
    case .noSuchProcess(let id): "Sie haben auf diesem Rechner keinen Prozess \(id)"
    case .foreignProgram(let path): "\(path) gehört nicht zu Holocron"
    case .unidentified(let count, let all): "\(count) von \(all) \(plural(count, "meldet", "melden")) keine eigene Prozessnummer"
    case .workerIsStopped(let name, let id): "\(name) (Prozess \(id)) ist angehalten"
    case .workerIsSilent(let name, let id): "\(name) (Prozess \(id)) antwortet nicht"
    case .warning(let warning, let id): "\(say(warning)) (Prozess \(id))"
    case .indexIsFull: "das Register ist voll; weitere Einträge werden nicht aufgenommen"
    case .cacheInMemory(let reason): "der Cache bleibt nur im Arbeitsspeicher: \(reason)"
    case .indexInMemory(let reason): "das Register bleibt nur im Arbeitsspeicher: \(reason)"
    case .searchIndexInMemory(let reason): "das Suchregister bleibt nur im Arbeitsspeicher: \(reason)"
    case .historyInMemory(let reason): "der Suchverlauf bleibt nur im Arbeitsspeicher: \(reason)"
    case .damagedFile(let path): "\(path) ist beschädigt; der nächste Arbeiter, der die Datei öffnet, ersetzt sie und hebt die alte auf"
    case .damagedFileKept(let path): "eine beschädigte Datei wurde durch eine neue ersetzt und liegt jetzt unter \(path)"
    case .differentOrigins(let origins): "die Abrufer nutzen verschiedene Quellen: \(origins)"
    case .otherRecords(let origin, let service, let other): "die Abrufer nutzen \(origin), aber \(service) hat Einträge von \(other)"
    case .sameOrigin(let origin): "alle Abrufer nutzen \(origin)"
    case .server(let server, let state, let reason): "\(server): \(say(state))\(reason.map { ": \(say($0))" } ?? "")"
    case .unreachable: "er ist nicht erreichbar"
    case .connectionLost: "er hat die Verbindung vor dem Ende der Antwort geschlossen"
    case .noTLS: "eine TLS-Verbindung kam nicht zustande"
    case .timedOut: "er hat nicht rechtzeitig geantwortet"
    case .slowDown: "er hat um eine Pause gebeten"
    case .errorStatus(let status): "er hat mit Status \(status) geantwortet"
    case .supervisorIsStopped(let id): "holocron-supervisor, Prozess \(id), ist angehalten und startet keinen Prozess neu"
    case .givenUp(let process, let reason): "der Supervisor startet \(process) nicht mehr neu: \(reason)"
    case .keepsEnding(let process, let reason): "\(process) endet immer wieder: \(reason)"
    case .logged(let finding, let log): "\(say(finding)) (Protokoll: \(log))"
    case .crashes(let count):
      "in den letzten 7 Tagen \(counted(count, "Prozess", "Prozesse")) abgestürzt oder gewaltsam beendet"
    }
  }

  public func say(_ phrase: ServerStatePhrase) -> String {
    switch phrase {
    case .works: "gut"
    case .fails: "gestört"
    case .probing: "gestört, wird geprüft"
    case .paused(let seconds): "Pause, neuer Versuch in \(figures.duration(Double(seconds)))"
    case .failsUntil(let seconds): "gestört, neuer Versuch in \(figures.duration(Double(seconds)))"
    }
  }

  public func say(_ phrase: RemedyPhrase) -> String {
    switch phrase {
    case .shell(let command): command
    case .installLibrary: "libzmq 4.2 oder neuer installieren (Debian: libzmq3-dev)"
    case .installExplorer: "neben holocron oder im PATH installieren; der Vollbild-Explorer braucht es"
    case .installProgram: "neben holocron oder im PATH installieren; ohne es sind Arbeiter von Hand zu starten"
    case .installFleetProgram: "neben holocron-supervisor installieren; ohne es scheitert holocron up"
    case .installOrigin: "neben holocron-supervisor installieren; ohne es braucht holocron up die Option --origin"
    case .setTerminal: "TERM auf den Typ des Terminals setzen oder holocron explore --plain verwenden"
    case .setLocale: "eine Locale mit UTF-8 wählen, zum Beispiel LC_ALL=C.UTF-8"
    case .ownKeys: "jeder Aktion eine eigene Taste geben"
    case .correctSetting: "die Einstellung berichtigen"
    case .correctSettingOfServices: "die Einstellung berichtigen; Programme, die sie brauchen, starten nicht"
    case .correctProjectFile: "die Projektdatei berichtigen oder entfernen"
    case .renameSection(let name, let similar): "\(name) in '\(similar)' umbenennen oder entfernen"
    case .removeSections(let count): count == 1 ? "den Abschnitt entfernen" : "die Abschnitte entfernen"
    case .setHome: "HOME setzen"
    case .setOwnFolder(let variable): "\(variable) auf einen eigenen Ordner setzen"
    case .setOtherFolder(let variable): "\(variable) auf einen anderen Ordner setzen"
    case .setWritableFolder(let variable): "\(variable) auf einen beschreibbaren Ordner setzen"
    case .setShorterPath(let variable): "\(variable) auf einen kürzeren Pfad setzen"
    case .freeSpace(let variable): "Speicherplatz freigeben oder \(variable) auf einen anderen Ordner setzen"
    case .freeSpaceForCache:
      "Speicherplatz freigeben; sonst werden Antworten nicht gespeichert, und die Suche kennt nur, was in den Arbeitsspeicher passt"
    case .remove(let path): "\(path) entfernen"
    case .moveOrRemove(let path): "\(path) verschieben oder entfernen"
    case .restartBus: "den Bus neu starten: holocron down, dann holocron up"
    case .startBus: "holocron up startet einen Bus; sonst startet die nächste Anfrage selbst einen Node"
    case .checkAddress: "die Adresse prüfen (--bus, HOLOCRON_BUS); stimmt sie, den Broker dort fortsetzen oder neu starten"
    case .waitOrUseEmbedded:
      "Einträge im Cache bleiben verfügbar; später erneut versuchen, oder holocron down, dann holocron up --origin embedded; "
        + "das braucht kein Netz"
    case .startWorker(let program): "\(program) startet einen, holocron up alle Dienste"
    case .checkPrograms:
      "ein Arbeiter mit falscher Prozessnummer gehört nicht zu Holocron; prüfen, welche Programme unter Ihrem Namen laufen"
    case .stopForeign(let id): "falls Sie es nicht gestartet haben, beenden: kill \(id)"
    case .resume(let id): "fortsetzen: kill -CONT \(id)"
    case .restartStuck: "ein Arbeiter, der nicht antwortet, hängt oder gehört nicht zu Holocron; holocron down, dann holocron up ausführen"
    case .restart(let name): "holocron restart \(name) ausführen"
    case .resumeOrRestart(let id, let name): "mit kill -CONT \(id) fortsetzen oder holocron restart \(name) ausführen"
    case .correctThenRestart(let name): "die Ursache beheben, dann holocron restart \(name) ausführen"
    case .correctCause: "die Ursache beheben; der Supervisor versucht es erneut"
    case .largerIndex:
      "den Such-Arbeiter mit größerem --index-memory starten oder nicht gesuchte Arten mit holocron cache purge entfernen"
    case .makeWritableAndRestart:
      "den Ordner beschreibbar machen oder Speicherplatz freigeben, dann holocron restart --all ausführen, oder holocron down, wenn sonst "
        + "nichts läuft"
    case .makeWritable: "Speicherplatz freigeben oder die Datei beschreibbar machen; das Register wird dann von selbst wieder gespeichert"
    case .oneOrigin: "die Abrufer aller Quellen bis auf eine beenden; Einträge verschiedener Quellen dürfen nicht gemischt werden"
    case .nextFetch(let origin): "der nächste Abruf behebt das; Einträge von \(origin) bleiben erhalten, falls Sie zurückwechseln"
    case .checkServer: "den Server und das Netz prüfen; bis er antwortet, werden Einträge aus dem Cache gezeigt"
    case .readReport(let path): "den neuesten Bericht lesen: \(path)"
    }
  }
}
