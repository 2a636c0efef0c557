extension Wookiee {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Raaarhww"
    case .status: "Huwaa"
    case .mouseIsOn: "ahwarr wuh"
    case .mouseIsOff: "ahwarr raaa"
    case .notLoadedYet: "huurh raaaaahh"
    case .noAddress: "waaagh raaahrwar"
    case .copied(let text): "wraaah \(text)"
    }
  }
}
