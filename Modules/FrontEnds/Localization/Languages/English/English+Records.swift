extension English {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "loading…"
    case .part(let here, let all): "\(figures.integer(here)) of \(figures.integer(all))"
    case .ordered(let field): "by \(field.lowercased())"
    case .emptyList: "No records."
    case .noMatch(let text): "No names match “\(text)”."
    case .notLoaded(let reason): "Couldn't load this: \(reason)"
    case .restNotLoaded(let count, let reason): "couldn't load \(figures.integer(count)) more: \(reason)"
    case .retry(let key): "press \(key) to retry"
    case .notReloaded(let reason): "couldn't reload: \(reason)"
    case .reloading: "reloading from the origin…"
    case .notFound: "not found"
    case .old(let seconds): "\(figures.age(seconds)) old"
    case .stale: "stale"
    case .comparison: "Comparison"
    case .differences(let count, let all): "\(figures.integer(count)) of \(counted(all, "row differs", "rows differ"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) more"
    case .moreAfter(let count): "\(figures.integer(count)) more ›"
    }
  }
}
