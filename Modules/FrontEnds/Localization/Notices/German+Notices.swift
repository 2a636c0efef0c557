extension German {
  public func say(_ phrase: NoticePhrase) -> String {
    switch phrase {
    case .marked(let count): "\(figures.integer(count)) markiert"
    case .marksRemoved: "Markierungen entfernt"
    case .tooManyMarked(let count, let limit): "\(figures.integer(count)) markiert; ein Vergleich hat höchstens \(figures.integer(limit))"
    case .noEffect(let name): "„\(name)“ bewirkt hier nichts"
    case .unknownKey(let key): "\(key) ist nicht belegt"
    case .searchFailed(let reason): "Suche fehlgeschlagen: \(reason)"
    case .embedded: "eingebauter Katalog"
    case .embeddedStatus: "Der Explorer liest den eingebauten Katalog. Er nutzt keinen Bus."
    case .originFails: "Quelle gestört"
    }
  }
}
