extension Spanish {
  public func say(_ phrase: DetailPhrase) -> String {
    switch phrase {
    case .rank(let place, let count): "n.º \(figures.integer(place)) de \(figures.integer(count))"
    case .logarithmic: "log"
    case .appearsWith: "Aparece con"
    case .sharedFilms(let count): counted(count, "película", "películas")
    case .health: "Salud"
    case .allRunning: "todos los servicios funcionan"
    case .originWorks: "disponible"
    case .originFails(let seconds): "con fallos" + (seconds.map { ", nuevo intento en \(figures.age($0))" } ?? "")
    case .originPauses(let seconds): "en pausa" + (seconds.map { " durante \(figures.age($0))" } ?? "")
    case .figuresAge(let seconds): "datos de hace \(figures.age(seconds))"
    case .originLatency(let median, let p99): "mediana \(median), p99 \(p99)"
    case .process: "Proceso"
    case .pid: "PID"
    case .state: "Estado"
    case .load: "Carga"
    case .restarts: "Reinicios"
    case .lastEnding: "Último final"
    case .events: "Últimos eventos"
    case .workerJoined(let name): "\(name) conectado"
    case .workerLeft(let name): "\(name) desconectado"
    case .fetchFailed(let name): "no se pudo cargar \(name)"
    case .processRestarted(let name): "\(name) reiniciado"
    case .processFailed(let name): "\(name) ha fallado"
    case .cacheEmptied: "caché vaciada"
    case .log(let name): "Registro de \(name)"
    case .noLog: "sin líneas"
    case .following: "siguiendo"
    case .noMatchingLines(let text): "Ninguna línea contiene «\(text)»."
    case .restarting(let name): "reiniciando \(name)…"
    case .restarted(let name): "\(name) reiniciado"
    case .notRestarted(let name, let reason): "no se pudo reiniciar \(name): \(reason)"
    case .noProcess: "ningún proceso elegido"
    case .filterPrompt: "un nombre, !masculino o altura>200"
    case .setting(let name, let value): "\(name): \(value)"
    case .sortLabel: "Orden"
    case .unitsLabel: "Unidades"
    case .metric: "métricas"
    case .imperial: "imperiales"
    case .alternative(let number, let count): "\(figures.integer(number)) de \(figures.integer(count))"
    case .onlyDifferences: "solo diferencias"
    case .processState(let state): Self.processStates[state] ?? state
    }
  }

  private static let processStates = [
    "running": "activo",
    "starting": "arrancando",
    "waiting": "en espera",
    "failed": "fallido",
    "stopped": "parado",
    "gone": "desaparecido",
  ]
}
