extension German {
  public func say(_ phrase: StartPhrase) -> String {
    switch phrase {
    case .favourites: "Favoriten"
    case .noFavourites(let key): "Noch keine Favoriten." + (key.map { " \($0) auf einem Eintrag fügt ihn hinzu." } ?? "")
    case .favouriteAdded(let name): "\(name) zu den Favoriten hinzugefügt"
    case .favouriteRemoved(let name): "\(name) aus den Favoriten entfernt"
    case .added: "Datum"
    case .name: "Name"
    case .kind: "Art"
    case .catalogue: "Katalog"
    case .lastSearch: "Letzte Suche"
    case .allResults(let count): count == 1 ? "das Ergebnis zeigen" : "alle \(figures.integer(count)) Ergebnisse zeigen"
    case .lineOfTheDay(let day): line(of: day, in: Self.lines)
    }
  }

  private static let lines = [
    "Zwei Sonnen, eine berühmte Farm: Suchen Sie nach homeworld:tatooine.",
    "Manche überragen alle: Filtern Sie Personen mit height>200.",
    "Alles hängt zusammen: Finden Sie den Weg zwischen zwei Einträgen.",
    "Schnelle Schiffe haben kleine Zahlen: Sortieren Sie nach Hyperantrieb.",
    "Auch ein Mond kann bewaffnet sein: Sortieren Sie die Raumschiffe nach Länge.",
    "Nicht jeder Planet hat Land: Suchen Sie nach surfaceWater:100.",
    "Lange Leben, lange Geschichten: Sortieren Sie die Spezies nach Lebensdauer.",
    "Drei Einträge nebeneinander sagen mehr als einer: markieren und vergleichen.",
    "Sechs Filme, eine Galaxis: Lesen Sie ihre Lauftexte.",
    "Keine Idee? Ein zufälliger Eintrag hilft weiter.",
  ]
}
