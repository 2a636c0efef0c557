extension English {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Search"
    case .status: "Status"
    case .mouseIsOn: "mouse on"
    case .mouseIsOff: "mouse off: your terminal selects text again"
    case .notLoadedYet: "not loaded yet"
    case .noAddress: "this origin gives no address on the web"
    case .copied(let text): "copied \(text)"
    case .copiedToFile(let path): "copied into \(path)"
    case .cannotOpenBrowser: "no program here opens web pages"
    case .connecting: "connecting…"
    case .noBus: "no bus"
    case .offline: "offline"
    case .busLost: "the bus is gone; what was learnt stays, and the connection comes back by itself"
    case .busBack: "the bus is back"
    case .workers(let count): count == 0 ? "no workers" : count == 1 ? "1 worker" : "\(count) workers"
    case .fresh(let seconds): seconds < 60 ? "fresh" : "fresh \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "stale" : "stale \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Holocron needs \(columns)×\(rows)"
    case .size(let columns, let rows): "this is \(columns)×\(rows)"
    }
  }
}
