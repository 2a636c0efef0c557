extension Wookiee {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Raaarhww"
    case .status: "Huwaa"
    case .mouseIsOn: "ahwarr wuh"
    case .mouseIsOff: "ahwarr raaa"
    case .notLoadedYet: "huurh raaaaahh"
    case .noWebPage: "waaagh raaahrwar"
    case .copied(let text): "wraaah \(text)"
    case .copiedToFile(let path): "wuuh \(path)"
    case .cannotOpenBrowser: "rrawr uh huurh"
    case .connecting: "hwaaarg…"
    case .noBus: "aarrh hrooo"
    case .offline: "hrooo"
    case .busLost: "RRAAAWR! hrooo aarrh; wuuh rooo, hwaaarg"
    case .busBack: "wuuuh! hwaaarg"
    case .workers(let count): count == 0 ? "aarrh rrgh" : "\(count) rrgh"
    case .fresh(let seconds): seconds < 60 ? "huwaa" : "huwaa \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "grrf" : "grrf \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Hrooloocrrn \(columns)×\(rows) rrawr"
    case .size(let columns, let rows): "\(columns)×\(rows) uuh"
    }
  }
}
