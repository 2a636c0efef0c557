extension German {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Suche"
    case .status: "Status"
    case .mouseIsOn: "Maus an"
    case .mouseIsOff: "Maus aus: das Terminal wählt wieder Text aus"
    case .notLoadedYet: "noch nicht geladen"
    case .noAddress: "dieser Ursprung nennt keine Webadresse"
    case .copied(let text): "\(text) kopiert"
    }
  }
}
