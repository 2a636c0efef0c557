extension English {
  public func say(_ phrase: NoticePhrase) -> String {
    switch phrase {
    case .marked(let count): "\(figures.integer(count)) marked"
    case .marksRemoved: "marks removed"
    case .tooManyMarked(let count, let limit): "\(figures.integer(count)) marked; a comparison has at most \(figures.integer(limit))"
    case .noEffect(let name): "“\(name)” has no effect here"
    case .unknownKey(let key): "\(key) has no action"
    case .searchFailed(let reason): "The search failed: \(reason)"
    case .embedded: "embedded catalogue"
    case .embeddedStatus: "The explorer reads the embedded catalogue. It uses no bus."
    case .originFails: "origin failing"
    }
  }
}
