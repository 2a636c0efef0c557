extension French {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Recherche"
    case .status: "État"
    case .mouseIsOn: "souris activée"
    case .mouseIsOff: "souris désactivée : le terminal sélectionne à nouveau le texte"
    case .notLoadedYet: "pas encore chargé"
    case .noWebPage: "cette origine ne donne aucune adresse web"
    case .copied(let text): "\(text) copié"
    case .copiedToFile(let path): "copié dans \(path)"
    case .cannotOpenBrowser: "aucun programme n'ouvre les pages web ici"
    case .connecting: "connexion…"
    case .noBus: "pas de bus"
    case .offline: "hors ligne"
    case .busLost: "le bus est parti ; ce qui est connu reste, et la connexion reviendra d'elle-même"
    case .busBack: "le bus est de retour"
    case .workers(let count): count == 0 ? "aucun agent" : count == 1 ? "1 agent" : "\(count) agents"
    case .fresh(let seconds): seconds < 60 ? "frais" : "frais \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "périmé" : "périmé \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Holocron demande \(columns)×\(rows)"
    case .size(let columns, let rows): "ici \(columns)×\(rows)"
    }
  }
}
