extension Wookiee {
  public func say(_ phrase: StartPhrase) -> String {
    switch phrase {
    case .favourites: "Rrooowaa"
    case .noFavourites(let key): "Huuh rrooowaa." + (key.map { " \($0) aarrg." } ?? "")
    case .favouriteAdded(let name): "rrooowaa \(name)"
    case .favouriteRemoved(let name): "huh rrooowaa \(name)"
    case .added: "hraaw"
    case .name: "Whaa"
    case .kind: "Rruh"
    case .catalogue: "Aarrwan"
    case .lastSearch: "Raaaahhgh"
    case .allResults(let count): "hraaw \(figures.integer(count))"
    case .lineOfTheDay(let day): line(of: day, in: Self.lines)
    }
  }

  private static let lines = [
    "Rrraarrwhhgwwr huuguughghg: homeworld:tatooine.",
    "Wyaaaaaa rroo: height>200.",
    "Aarrragghuuhw uughguughhhghghghhhgh.",
    "Hnnnhrrhhh raaaahhgh awwgggghhh.",
  ]
}
