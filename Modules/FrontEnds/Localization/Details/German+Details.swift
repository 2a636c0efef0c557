extension German {
  public func say(_ phrase: DetailPhrase) -> String {
    switch phrase {
    case .rank(let place, let count): "Rang \(figures.integer(place)) von \(figures.integer(count))"
    case .logarithmic: "log"
    case .appearsWith: "Spielt mit"
    case .sharedFilms(let count): counted(count, "Film", "Filme")
    case .health: "Zustand"
    case .allRunning: "alle Dienste laufen"
    case .originWorks: "erreichbar"
    case .originFails(let seconds): "gestört" + (seconds.map { ", neuer Versuch in \(figures.age($0))" } ?? "")
    case .originPauses(let seconds): "Pause" + (seconds.map { " für \(figures.age($0))" } ?? "")
    case .figuresAge(let seconds): "Stand vor \(figures.age(seconds))"
    case .originLatency(let median, let p99): "Median \(median), p99 \(p99)"
    case .process: "Prozess"
    case .pid: "PID"
    case .state: "Zustand"
    case .load: "Last"
    case .restarts: "Neustarts"
    case .lastEnding: "Letztes Ende"
    case .events: "Letzte Ereignisse"
    case .workerJoined(let name): "\(name) angemeldet"
    case .workerLeft(let name): "\(name) abgemeldet"
    case .fetchFailed(let name): "\(name) nicht geladen"
    case .processRestarted(let name): "\(name) neu gestartet"
    case .processFailed(let name): "\(name) ausgefallen"
    case .cacheEmptied: "Speicher geleert"
    case .log(let name): "Protokoll von \(name)"
    case .noLog: "keine Protokollzeilen"
    case .following: "folgt"
    case .noMatchingLines(let text): "Keine Zeile enthält „\(text)“."
    case .restarting(let name): "\(name) startet neu…"
    case .restarted(let name): "\(name) neu gestartet"
    case .notRestarted(let name, let reason): "\(name) nicht neu gestartet: \(reason)"
    case .noProcess: "kein Prozess gewählt"
    case .filterPrompt: "Name, !männlich oder größe>200"
    case .setting(let name, let value): "\(name): \(value)"
    case .sortLabel: "Sortierung"
    case .unitsLabel: "Einheiten"
    case .metric: "metrisch"
    case .imperial: "imperial"
    case .alternative(let number, let count): "\(figures.integer(number)) von \(figures.integer(count))"
    case .onlyDifferences: "nur Unterschiede"
    case .processState(let state): Self.processStates[state] ?? state
    }
  }

  private static let processStates = [
    "running": "läuft",
    "starting": "startet",
    "waiting": "wartet",
    "failed": "ausgefallen",
    "stopped": "beendet",
    "gone": "verschwunden",
  ]
}
