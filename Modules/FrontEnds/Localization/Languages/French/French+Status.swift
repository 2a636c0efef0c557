extension French {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Personne ne répond sur ce bus."
    case .startHint: "Tout démarrer : holocron up"
    case .loading: "question posée…"
    case .uptime: "Actif depuis"
    case .requests: "Requêtes"
    case .subscriptions: "Auditeurs"
    case .requestRate: "Requêtes/s"
    case .fetchRate: "Récup./s"
    case .service: "Service"
    case .worker: "Agent"
    case .workers: "Agents"
    case .busy: "Occupés"
    case .queued: "En file"
    case .perSecond: "/s"
    case .timing: "Durée"
    case .count: "Nombre"
    case .median: "Médiane"
    case .p90: "p90"
    case .p99: "p99"
    case .max: "Maximum"
    case .cache: "Cache"
    case .origin: "Origine"
    case .index: "Index"
    case .slowConsumers: "Lents"
    case .hits(let share): "\(share) trouvés"
    case .entries(let count, let size): "\(number(count)) \(count < 2 ? "entrée" : "entrées"), \(size)"
    case .noRequests: "pas encore interrogé"
    case .fetches(let count, let fetchers):
      "interrogée \(number(count)) fois\(fetchers > 1 ? " par un des \(fetchers) récupérateurs" : "")"
    case .failed(let count): "\(number(count)) \(count < 2 ? "échec" : "échecs")"
    case .indexed(let count, let of): of.map { "\(number(count)) fiches sur \(number($0))" } ?? "\(number(count)) fiches"
    case .complete: "complet"
    case .indexing: "se remplit"
    case .noWorker(let program): "aucun présent : démarrez \(program)"
    case .none: "aucun"
    case .client: "un client"
    case .queuedMessages(let count): "\(number(count)) en attente"
    case .droppedMessages(let count): "\(number(count)) \(count < 2 ? "perdu" : "perdus")"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
