extension Wookiee {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "rrraawh…"
    case .part(let here, let all): "\(figures.integer(here)) ahuur \(figures.integer(all))"
    case .ordered(let field): "wrru \(field.lowercased())"
    case .emptyList: "Wyaaaa. Muawa."
    case .noMatch(let text): "Muawa “\(text)”, hrraagh."
    case .notLoaded(let reason): "Uuughguughhhghghghhhgh: \(reason)"
    case .restNotLoaded(let count, let reason): "\(figures.integer(count)) aarrragh uuughgh: \(reason)"
    case .retry(let key): "\(key) huurh huurh"
    case .notReloaded(let reason): "uuughgh muawa: \(reason)"
    case .reloading: "roooarrgh ahuma…"
    case .notFound: "muawa"
    case .old(let seconds): "\(figures.age(seconds)) huwaa"
    case .stale: "huwaa muaa"
    case .comparison: "Rrakktorr"
    case .differences(let count, let all): "\(figures.integer(count)) ahuur \(figures.integer(all)) rrakk"
    case .moreBefore(let count): "‹ \(figures.integer(count)) aarr"
    case .moreAfter(let count): "\(figures.integer(count)) aarr ›"
    }
  }
}
