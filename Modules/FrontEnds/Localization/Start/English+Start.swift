extension English {
  public func say(_ phrase: StartPhrase) -> String {
    switch phrase {
    case .favourites: "Favourites"
    case .noFavourites(let key): "No favourites yet." + (key.map { " Press \($0) on a record to add it." } ?? "")
    case .favouriteAdded(let name): "added \(name) to the favourites"
    case .favouriteRemoved(let name): "removed \(name) from the favourites"
    case .added: "date added"
    case .name: "Name"
    case .kind: "Kind"
    case .catalogue: "Catalogue"
    case .lastSearch: "Last search"
    case .allResults(let count): count == 1 ? "show the result" : "show all \(figures.integer(count)) results"
    case .lineOfTheDay(let day): line(of: day, in: Self.lines)
    }
  }

  private static let lines = [
    "Two suns, one famous farm: search for homeworld:tatooine.",
    "Some people look down on everyone: filter people with height>200.",
    "Everything is connected: find the path between any two records.",
    "Fast ships have small numbers: sort the starships by hyperdrive.",
    "A moon can be armed: sort the starships by length.",
    "Not every planet has land: search for surfaceWater:100.",
    "Long lives, long stories: sort the species by lifespan.",
    "Three records side by side say more than one: mark them and compare.",
    "Six films, one galaxy: read their opening crawls.",
    "Lost for words? Let a random record decide.",
  ]
}
