extension Spanish {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "un nombre, una palabra o kind:people mass>100"
    case .searching: "buscando …"
    case .found(let count): counted(count, "resultado", "resultados")
    case .best(let shown, let count): "\(figures.integer(shown)) de \(figures.integer(count))"
    case .noResults(let text): "nada coincide con \(text)"
    case .corrected(let text): "se muestra \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) de \(figures.integer(all)) conocidos"
    case .coverage(let known, nil): counted(known, "ficha conocida", "fichas conocidas")
    case .askedOrigin: "también se preguntó al origen"
    case .indexNotSaved: "índice sin guardar"
    case .suggestions: "Vale la pena ver"
    case .recentSearches: "Búsquedas recientes"
    case .noRecentSearches: "aún no se ha buscado nada"
    case .noSearchWorker(let command): "sin buscador: inicie \(command)"
    case .namesOnly(let count): "solo nombres, \(counted(count, "ficha cargada", "fichas cargadas"))"
    case .nothingLoaded: "aún no hay nada cargado"
    case .palette: "Órdenes"
    case .chooseTheme: "Tema"
    case .chooseLanguage: "Idioma"
    case .sort(let title): "Ordenar \(title)"
    case .compareWith(let name): "Comparar \(name) con"
    case .pathFrom(let name): "Camino de \(name) a"
    case .pickerPrompt: "escribe para filtrar"
    case .theme("dark"): "oscuro"
    case .theme("light"): "claro"
    case .theme("high-contrast"): "alto contraste"
    case .theme("none"): "sin color"
    case .theme(let name): name
    case .path: "Camino"
    case .findingPath: "buscando un camino …"
    case .sameRecord: "los dos son la misma ficha"
    case .steps(let count): counted(count, "paso", "pasos")
    case .noPath(let from, let to): "nada conocido une \(from) y \(to)"
    case .onlyFilmsCrawl: "solo las películas tienen texto inicial"
    case .pause: "pausa"
    case .resume: "seguir"
    case .close: "cerrar"
    case .help: "Ayuda"
    case .onThisPage: "En esta página"
    case .navigation: "Moverse"
    case .everywhere: "En todas partes"
    }
  }
}
