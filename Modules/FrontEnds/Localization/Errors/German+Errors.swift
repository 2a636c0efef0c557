extension German {
  public func describe(_ detail: ProblemDetailPhrase) -> String {
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
    case .notCached(let subject): "\(subject) ist nicht im Cache, und die Anfrage erlaubt keinen Abruf"
    case .cacheBusy(let subject): "\(subject) ist nicht im Cache, und zu viele Anfragen warten auf die Quelle; später erneut versuchen"
    case .stillFetching(let subject): "\(subject) ist noch nicht da; erneut versuchen"
    case .noFetcher(let subject, let program): "\(subject) ist nicht im Cache, und kein Abrufer ist angemeldet; \(program) starten"
    case .originBusy: "zu viele Anfragen warten auf die Quelle; erneut versuchen, wenn einige beantwortet sind"
    case .searchBusy: "zu viele Suchen warten auf andere Dienste; später erneut versuchen"
    case .startWith(let command): "starten mit \(command)"
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
      "\(origin) ist gestört\(seconds.map { "; nächster Versuch in \(figures.seconds($0))" } ?? "")"
    case .noRecord(let record, let origin): "\(origin ?? "die Quelle") hat keinen Eintrag \(record)"
    case .noPage(let kind, let page, let pages):
      "die Liste \(kind) hat \(counted(pages, "Seite", "Seiten")); eine Seite \(page) gibt es nicht"
    case .noPath(let from, let to): "keine Einträge im Register verbinden \(from) und \(to)"
    case .noWebPage(let record): "\(record) hat bei seiner Quelle keine Webseite; stattdessen holocron show \(record)"
    case .unknownSubcommand(let word, let words): "unbekannter Unterbefehl „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownKind(let word, let words): "unbekannte Art „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownField(let word, let words): "unbekanntes Feld „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownSortKey(let word, let words): "unbekannter Sortierschlüssel „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .unknownFilm(let word, let words): "kein Film passt auf „\(word)“ (es gibt: \(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) ist kein Favorit"
    case .notInHistory(let text): "die Suche „\(text)“ steht nicht im Verlauf"
    }
  }
}
