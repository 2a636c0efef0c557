extension French {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "chargement…"
    case .part(let here, let all): "\(figures.integer(here)) sur \(figures.integer(all))"
    case .ordered(let field): "par \(field.lowercased())"
    case .emptyList: "Il n’y a rien ici."
    case .noMatch(let text): "Rien ne s’appelle « \(text) » ici."
    case .notLoaded(let reason): "Chargement impossible : \(reason)"
    case .restNotLoaded(let count, let reason):
      "\(counted(count, "autre n’a pas pu être chargé", "autres n’ont pas pu être chargés")) : \(reason)"
    case .retry(let key): "\(key) essaie de nouveau"
    case .notReloaded(let reason): "pas rechargé : \(reason)"
    case .reloading: "l’origine est de nouveau consultée…"
    case .notFound: "introuvable"
    case .old(let seconds): "date de \(figures.age(seconds))"
    case .stale: "périmé"
    case .comparison: "Comparaison"
    case .differences(let count, let all): "\(figures.integer(count)) sur \(counted(all, "ligne diffère", "lignes diffèrent"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) de plus"
    case .moreAfter(let count): "\(figures.integer(count)) de plus ›"
    }
  }
}
