extension German {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Auf diesem Bus antwortet niemand."
    case .startHint: "Alles starten: holocron up"
    case .loading: "frage…"
    case .uptime: "Läuft seit"
    case .requests: "Anfragen"
    case .subscriptions: "Zuhörer"
    case .requestRate: "Anfragen/s"
    case .fetchRate: "Abrufe/s"
    case .service: "Dienst"
    case .worker: "Arbeiter"
    case .workers: "Arbeiter"
    case .busy: "Belegt"
    case .queued: "Wartend"
    case .perSecond: "/s"
    case .timing: "Dauer"
    case .count: "Anzahl"
    case .median: "Median"
    case .p90: "p90"
    case .p99: "p99"
    case .max: "Höchste"
    case .cache: "Speicher"
    case .origin: "Quelle"
    case .index: "Register"
    case .slowConsumers: "Langsam"
    case .hits(let share): "\(share) Treffer"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "Eintrag" : "Einträge"), \(size)"
    case .noRequests: "noch nicht gefragt"
    case .fetches(let count, let fetchers):
      "\(number(count))-mal gefragt\(fetchers > 1 ? ", von einem der \(fetchers) Abrufer" : "")"
    case .failed(let count): "\(number(count)) gescheitert"
    case .indexed(let count, let of): of.map { "\(number(count)) von \(number($0)) Einträgen" } ?? "\(number(count)) Einträge"
    case .complete: "vollständig"
    case .indexing: "füllt sich"
    case .noWorker(let program): "keiner da: starten mit \(program)"
    case .none: "niemand"
    case .client: "ein Klient"
    case .queuedMessages(let count): "\(number(count)) wartend"
    case .droppedMessages(let count): "\(number(count)) verworfen"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
