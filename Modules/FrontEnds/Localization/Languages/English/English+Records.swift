extension English {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "loading…"
    case .part(let here, let all): "\(figures.integer(here)) of \(figures.integer(all))"
    case .ordered(let field): "by \(field.lowercased())"
    case .nothingThere: "There is nothing here."
    case .noneCalled(let text): "Nothing here is called “\(text)”."
    case .notLoaded(let reason): "This could not be loaded: \(reason)"
    case .restNotLoaded(let count, let reason): "\(figures.integer(count)) more could not be loaded: \(reason)"
    case .retry(let key): "\(key) tries again"
    case .notReloaded(let reason): "not reloaded: \(reason)"
    case .reloading: "asking the origin again…"
    case .notThere: "not found"
    case .old(let seconds): "\(figures.age(seconds)) old"
    case .stale: "stale"
    case .comparison: "Comparison"
    case .differences(let count, let all): "\(figures.integer(count)) of \(counted(all, "row differs", "rows differ"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) more"
    case .moreAfter(let count): "\(figures.integer(count)) more ›"
    }
  }
}
