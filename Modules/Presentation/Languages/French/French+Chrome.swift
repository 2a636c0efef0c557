extension French {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Recherche"
    case .status: "État"
    case .mouseIsOn: "souris activée"
    case .mouseIsOff: "souris désactivée : le terminal sélectionne à nouveau le texte"
    case .notLoadedYet: "pas encore chargé"
    case .noAddress: "cette origine ne donne aucune adresse web"
    case .copied(let text): "\(text) copié"
    }
  }
}
