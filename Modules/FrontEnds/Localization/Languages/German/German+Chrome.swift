extension German {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Suche"
    case .status: "Status"
    case .mouseIsOn: "Maus an"
    case .mouseIsOff: "Maus aus: das Terminal wählt wieder Text aus"
    case .notLoadedYet: "noch nicht geladen"
    case .noWebPage: "diese Quelle nennt keine Webadresse"
    case .copied(let text): "\(text) kopiert"
    case .copiedToFile(let path): "kopiert nach \(path)"
    case .cannotOpenBrowser: "hier öffnet kein Programm Webseiten"
    case .connecting: "verbinde…"
    case .noBus: "kein Bus"
    case .offline: "offline"
    case .busLost: "der Bus ist weg; was bekannt ist, bleibt, und die Verbindung kommt von selbst wieder"
    case .busBack: "der Bus ist wieder da"
    case .workers(let count): count == 0 ? "keine Arbeiter" : count == 1 ? "1 Arbeiter" : "\(count) Arbeiter"
    case .fresh(let seconds): seconds < 60 ? "frisch" : "frisch \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "veraltet" : "veraltet \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Holocron braucht \(columns)×\(rows)"
    case .size(let columns, let rows): "hier sind \(columns)×\(rows)"
    }
  }
}
