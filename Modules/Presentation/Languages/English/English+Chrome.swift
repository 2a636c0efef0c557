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
    }
  }
}
