extension French {
  public func say(_ phrase: StartPhrase) -> String {
    switch phrase {
    case .favourites: "Favoris"
    case .noFavourites(let key): "Aucun favori." + (key.map { " \($0) sur une fiche l’ajoute." } ?? "")
    case .favouriteAdded(let name): "\(name) ajouté aux favoris"
    case .favouriteRemoved(let name): "\(name) retiré des favoris"
    case .added: "date d’ajout"
    case .name: "Nom"
    case .kind: "Type"
    case .catalogue: "Catalogue"
    case .lastSearch: "Dernière recherche"
    case .allResults(let count): count == 1 ? "afficher le résultat" : "afficher les \(figures.integer(count)) résultats"
    case .lineOfTheDay(let day): line(of: day, in: Self.lines)
    }
  }

  private static let lines = [
    "Deux soleils, une ferme célèbre : cherchez homeworld:tatooine.",
    "Certains voient tout de haut : filtrez les personnages avec height>200.",
    "Tout est lié : trouvez le chemin entre deux fiches.",
    "Les vaisseaux rapides ont de petits nombres : triez par hyperpropulsion.",
    "Une lune peut être armée : triez les vaisseaux par longueur.",
    "Toute planète n’a pas de terres : cherchez surfaceWater:100.",
    "Longues vies, longues histoires : triez les espèces par longévité.",
    "Trois fiches côte à côte en disent plus qu’une : marquez et comparez.",
    "Six films, une galaxie : lisez leurs textes d’ouverture.",
    "Pas d’idée ? Laissez le hasard choisir une fiche.",
  ]
}
