extension English {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Search"
    case .status: "Status"
    case .mouseIsOn: "mouse on"
    case .mouseIsOff: "mouse off; the terminal can select text"
    case .notLoadedYet: "not loaded yet"
    case .noWebPage: "this origin has no web page for it"
    case .copied(let text): "copied \(text)"
    case .copiedToFile(let path): "copied to \(path)"
    case .cannotOpenBrowser: "no web browser found"
    case .connecting: "connecting…"
    case .noBus: "no bus"
    case .offline: "offline"
    case .busLost: "lost the connection to the bus; showing cached records, reconnecting…"
    case .busBack: "reconnected to the bus"
    case .workers(let count): count == 0 ? "no workers" : count == 1 ? "1 worker" : "\(count) workers"
    case .fresh(let seconds): seconds < 60 ? "up to date" : "updated \(figures.age(seconds)) ago"
    case .stale(let seconds): seconds < 60 ? "stale" : "stale, \(figures.age(seconds)) old"
    case .tooSmall(let columns, let rows): "Holocron needs \(columns)×\(rows)"
    case .size(let columns, let rows): "current: \(columns)×\(rows)"
    }
  }
}
