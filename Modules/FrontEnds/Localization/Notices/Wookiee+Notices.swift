extension Wookiee {
  public func say(_ phrase: NoticePhrase) -> String {
    switch phrase {
    case .marked(let count): "\(figures.integer(count)) mrrk"
    case .marksRemoved: "aarrh mrrk"
    case .tooManyMarked(let count, let limit): "\(figures.integer(count)) mrrk, wuurgh \(figures.integer(limit))"
    case .noEffect(let name): "\(name) nngh"
    case .unknownKey(let key): "\(key) nngh"
    case .searchFailed(let reason): "Hrrwaah nngh: \(reason)"
    case .embedded: "wuuh ruhh"
    case .embeddedStatus: "Ruhh wuuh. Aarrh hrooo."
    case .originFails: "hrooo nngh"
    }
  }
}
