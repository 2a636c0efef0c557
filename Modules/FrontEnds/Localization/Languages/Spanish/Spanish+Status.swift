extension Spanish {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Nadie responde en este bus."
    case .startIt: "Iniciar todo: holocron up"
    case .waiting: "preguntando…"
    case .upFor: "Activo"
    case .requests: "Peticiones"
    case .listeners: "Oyentes"
    case .requestRate: "Peticiones/s"
    case .fetchRate: "Descargas/s"
    case .service: "Servicio"
    case .worker: "Agente"
    case .workers: "Agentes"
    case .busy: "Ocupados"
    case .queued: "En cola"
    case .perSecond: "/s"
    case .timing: "Tiempo"
    case .count: "Veces"
    case .median: "Mediana"
    case .p90: "p90"
    case .p99: "p99"
    case .most: "Máximo"
    case .cache: "Caché"
    case .origin: "Origen"
    case .index: "Índice"
    case .slow: "Lentos"
    case .hits(let share): "\(share) aciertos"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "entrada" : "entradas"), \(size)"
    case .notAsked: "aún sin preguntar"
    case .asked(let count, let fetchers):
      "preguntado \(number(count)) \(count == 1 ? "vez" : "veces")\(fetchers > 1 ? " por uno de los \(fetchers) recolectores" : "")"
    case .failed(let count): "\(number(count)) \(count == 1 ? "fallo" : "fallos")"
    case .indexed(let count, let of): of.map { "\(number(count)) fichas de \(number($0))" } ?? "\(number(count)) fichas"
    case .isComplete: "completo"
    case .isFilling: "llenándose"
    case .missing(let program): "ninguno presente: inicia \(program)"
    case .none: "ninguno"
    case .client: "un cliente"
    case .held(let count): "\(number(count)) en espera"
    case .dropped(let count): "\(number(count)) \(count == 1 ? "perdido" : "perdidos")"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
