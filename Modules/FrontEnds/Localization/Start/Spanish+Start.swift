extension Spanish {
  public func say(_ phrase: StartPhrase) -> String {
    switch phrase {
    case .favourites: "Favoritos"
    case .noFavourites(let key): "Aún no hay favoritos." + (key.map { " Pulsa \($0) en una ficha para añadirla." } ?? "")
    case .favouriteAdded(let name): "\(name) añadido a favoritos"
    case .favouriteRemoved(let name): "\(name) quitado de favoritos"
    case .added: "fecha"
    case .name: "Nombre"
    case .kind: "Tipo"
    case .catalogue: "Catálogo"
    case .lastSearch: "Última búsqueda"
    case .allResults(let count): count == 1 ? "mostrar el resultado" : "mostrar los \(figures.integer(count)) resultados"
    case .lineOfTheDay(let day): line(of: day, in: Self.lines)
    }
  }

  private static let lines = [
    "Dos soles, una granja famosa: busca homeworld:tatooine.",
    "Algunos miran a todos desde arriba: filtra personas con height>200.",
    "Todo está conectado: busca el camino entre dos fichas.",
    "Las naves rápidas tienen números pequeños: ordena por hiperimpulsor.",
    "Una luna puede ir armada: ordena las naves por longitud.",
    "No todo planeta tiene tierra: busca surfaceWater:100.",
    "Vidas largas, historias largas: ordena las especies por esperanza de vida.",
    "Tres fichas juntas dicen más que una: márcalas y compáralas.",
    "Seis películas, una galaxia: lee sus textos iniciales.",
    "¿Sin ideas? Deja que el azar elija una ficha.",
  ]
}
