extension German {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "wird geladen…"
    case .part(let here, let all): "\(figures.integer(here)) von \(figures.integer(all))"
    case .ordered(let field): "nach \(field)"
    case .emptyList: "Hier gibt es nichts."
    case .noMatch(let text): "Nichts hier heißt „\(text)“."
    case .notLoaded(let reason): "Das ließ sich nicht laden: \(reason)"
    case .restNotLoaded(let count, let reason): "\(counted(count, "weiterer ließ", "weitere ließen")) sich nicht laden: \(reason)"
    case .retry(let key): "\(key) versucht es noch einmal"
    case .notReloaded(let reason): "nicht neu geladen: \(reason)"
    case .reloading: "die Quelle wird neu gefragt…"
    case .notFound: "nicht gefunden"
    case .old(let seconds): "\(figures.age(seconds)) alt"
    case .stale: "veraltet"
    case .comparison: "Vergleich"
    case .differences(let count, let all): "\(figures.integer(count)) von \(counted(all, "Zeile", "Zeilen")) verschieden"
    case .moreBefore(let count): "‹ \(figures.integer(count)) weitere"
    case .moreAfter(let count): "\(figures.integer(count)) weitere ›"
    }
  }
}
