extension French {
  public func say(_ phrase: NoticePhrase) -> String {
    switch phrase {
    case .marked(let count): "\(counted(count, "marquée", "marquées"))"
    case .marksRemoved: "marques retirées"
    case .tooManyMarked(let count, let limit):
      "\(counted(count, "marquée", "marquées")) ; une comparaison en a au plus \(figures.integer(limit))"
    case .noEffect(let name): "« \(name) » est sans effet ici"
    case .unknownKey(let key): "\(key) n’a pas d’action"
    case .searchFailed(let reason): "La recherche a échoué : \(reason)"
    case .embedded: "catalogue intégré"
    case .embeddedStatus: "L’explorateur lit le catalogue intégré. Il n’utilise pas de bus."
    case .originFails: "origine en échec"
    }
  }
}
