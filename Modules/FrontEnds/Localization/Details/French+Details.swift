extension French {
  public func say(_ phrase: DetailPhrase) -> String {
    switch phrase {
    case .rank(let place, let count): "nº \(figures.integer(place)) sur \(figures.integer(count))"
    case .logarithmic: "log"
    case .appearsWith: "Apparaît avec"
    case .sharedFilms(let count): counted(count, "film", "films")
    case .health: "État"
    case .allRunning: "tous les services fonctionnent"
    case .originWorks: "joignable"
    case .originFails(let seconds): "en panne" + (seconds.map { ", nouvel essai dans \(figures.age($0))" } ?? "")
    case .originPauses(let seconds): "en pause" + (seconds.map { " pour \(figures.age($0))" } ?? "")
    case .figuresAge(let seconds): "données d’il y a \(figures.age(seconds))"
    case .originLatency(let median, let p99): "médiane \(median), p99 \(p99)"
    case .process: "Processus"
    case .pid: "PID"
    case .state: "État"
    case .load: "Charge"
    case .restarts: "Relances"
    case .lastEnding: "Dernière fin"
    case .events: "Derniers événements"
    case .workerJoined(let name): "\(name) connecté"
    case .workerLeft(let name): "\(name) déconnecté"
    case .fetchFailed(let name): "\(name) n’a pas pu être chargé"
    case .processRestarted(let name): "\(name) redémarré"
    case .processFailed(let name): "\(name) en échec"
    case .cacheEmptied: "cache vidé"
    case .log(let name): "Journal de \(name)"
    case .noLog: "aucune ligne"
    case .following: "suivi"
    case .noMatchingLines(let text): "Aucune ligne ne contient « \(text) »."
    case .restarting(let name): "redémarrage de \(name)…"
    case .restarted(let name): "\(name) redémarré"
    case .notRestarted(let name, let reason): "impossible de redémarrer \(name) : \(reason)"
    case .noProcess: "aucun processus choisi"
    case .filterPrompt: "un nom, !masculin ou taille>200"
    case .setting(let name, let value): "\(name) : \(value)"
    case .sortLabel: "Tri"
    case .unitsLabel: "Unités"
    case .metric: "métriques"
    case .imperial: "impériales"
    case .alternative(let number, let count): "\(figures.integer(number)) sur \(figures.integer(count))"
    case .onlyDifferences: "différences seules"
    case .processState(let state): Self.processStates[state] ?? state
    }
  }

  private static let processStates = [
    "running": "actif",
    "starting": "démarre",
    "waiting": "en attente",
    "failed": "en échec",
    "stopped": "arrêté",
    "gone": "disparu",
  ]
}
