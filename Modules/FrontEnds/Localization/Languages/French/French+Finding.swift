extension French {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "un nom, un mot ou kind:people mass>100"
    case .searching: "recherche …"
    case .found(let count): counted(count, "résultat", "résultats")
    case .best(let shown, let count): "\(figures.integer(shown)) sur \(figures.integer(count))"
    case .noResults(let text): "rien ne correspond à \(text)"
    case .corrected(let text): "résultats pour \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) sur \(figures.integer(all)) connus"
    case .coverage(let known, nil): counted(known, "fiche connue", "fiches connues")
    case .askedOrigin: "la source a aussi été interrogée"
    case .indexNotSaved: "index non enregistré"
    case .suggestions: "À découvrir"
    case .recentSearches: "Recherches récentes"
    case .noRecentSearches: "aucune recherche pour l’instant"
    case .noSearchWorker(let command): "lancez \(command) pour chercher"
    case .namesOnly(let count): "noms seulement, \(counted(count, "fiche chargée", "fiches chargées"))"
    case .nothingLoaded: "rien n’est encore chargé"
    case .palette: "Commandes"
    case .chooseTheme: "Thème"
    case .chooseLanguage: "Langue"
    case .sort(let title): "Trier : \(title)"
    case .compareWith(let name): "Comparer \(name) avec"
    case .pathFrom(let name): "Chemin de \(name) à"
    case .pickerPrompt: "tapez pour filtrer"
    case .theme("dark"): "sombre"
    case .theme("light"): "clair"
    case .theme("high-contrast"): "contraste élevé"
    case .theme("none"): "sans couleur"
    case .theme(let name): name
    case .path: "Chemin"
    case .findingPath: "recherche d’un chemin …"
    case .sameRecord: "c’est la même fiche"
    case .steps(let count): counted(count, "étape", "étapes")
    case .noPath(let from, let to): "rien de connu ne relie \(from) et \(to)"
    case .onlyFilmsCrawl: "seuls les films ont un texte déroulant"
    case .pause: "pause"
    case .resume: "reprendre"
    case .close: "fermer"
    case .help: "Aide"
    case .onThisPage: "Sur cette page"
    case .navigation: "Se déplacer"
    case .everywhere: "Partout"
    }
  }
}
