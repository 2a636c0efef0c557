extension German {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Auf diesem Bus antwortet niemand."
    case .startIt: "Alles starten: holocron up"
    case .waiting: "frage…"
    case .upFor: "Läuft seit"
    case .requests: "Anfragen"
    case .listeners: "Zuhörer"
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
    case .most: "Höchste"
    case .cache: "Speicher"
    case .origin: "Quelle"
    case .index: "Register"
    case .slow: "Langsam"
    case .hits(let share): "\(share) Treffer"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "Eintrag" : "Einträge"), \(size)"
    case .notAsked: "noch nicht gefragt"
    case .asked(let count, let fetchers):
      "\(number(count))-mal gefragt\(fetchers > 1 ? ", von einem der \(fetchers) Abrufer" : "")"
    case .failed(let count): "\(number(count)) gescheitert"
    case .indexed(let count, let of): of.map { "\(number(count)) von \(number($0)) Einträgen" } ?? "\(number(count)) Einträge"
    case .isComplete: "vollständig"
    case .isFilling: "füllt sich"
    case .missing(let program): "keiner da: starten mit \(program)"
    case .none: "niemand"
    case .client: "ein Klient"
    case .held(let count): "\(number(count)) wartend"
    case .dropped(let count): "\(number(count)) verworfen"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
