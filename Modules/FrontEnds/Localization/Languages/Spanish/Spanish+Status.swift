extension Spanish {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Nadie responde en este bus."
    case .startHint: "Iniciar todo: holocron up"
    case .loading: "preguntando…"
    case .uptime: "Activo"
    case .requests: "Peticiones"
    case .subscriptions: "Oyentes"
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
    case .max: "Máximo"
    case .cache: "Caché"
    case .origin: "Origen"
    case .index: "Índice"
    case .slowConsumers: "Lentos"
    case .hits(let share): "\(share) aciertos"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "entrada" : "entradas"), \(size)"
    case .noRequests: "aún sin preguntar"
    case .fetches(let count, let fetchers):
      "preguntado \(number(count)) \(count == 1 ? "vez" : "veces")\(fetchers > 1 ? " por uno de los \(fetchers) recolectores" : "")"
    case .failed(let count): "\(number(count)) \(count == 1 ? "fallo" : "fallos")"
    case .indexed(let count, let of): of.map { "\(number(count)) fichas de \(number($0))" } ?? "\(number(count)) fichas"
    case .complete: "completo"
    case .indexing: "llenándose"
    case .noWorker(let program): "ninguno presente: inicia \(program)"
    case .none: "ninguno"
    case .client: "un cliente"
    case .queuedMessages(let count): "\(number(count)) en espera"
    case .droppedMessages(let count): "\(number(count)) \(count == 1 ? "perdido" : "perdidos")"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
