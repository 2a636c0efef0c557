extension German {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "ein Name, ein Wort oder kind:people mass>100"
    case .searching: "suche …"
    case .found(let count): counted(count, "Treffer", "Treffer")
    case .best(let shown, let count): "\(figures.integer(shown)) von \(figures.integer(count))"
    case .noResults(let text): "nichts passt auf \(text)"
    case .corrected(let text): "gezeigt wird \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) von \(figures.integer(all)) bekannt"
    case .coverage(let known, nil): counted(known, "Eintrag bekannt", "Einträge bekannt")
    case .askedOrigin: "auch die Quelle wurde gefragt"
    case .indexNotSaved: "Register nicht gespeichert"
    case .suggestions: "Einen Blick wert"
    case .recentSearches: "Letzte Suchen"
    case .noRecentSearches: "noch nichts gesucht"
    case .noSearchWorker(let command): "keine Suche: \(command) starten"
    case .namesOnly(let count): "nur Namen, \(counted(count, "Eintrag geladen", "Einträge geladen"))"
    case .nothingLoaded: "noch ist nichts geladen"
    case .palette: "Befehle"
    case .chooseTheme: "Farben"
    case .chooseLanguage: "Sprache"
    case .sort(let title): "\(title) sortieren"
    case .compareWith(let name): "\(name) vergleichen mit"
    case .pathFrom(let name): "Weg von \(name) zu"
    case .pickerPrompt: "tippen zum Eingrenzen"
    case .theme("dark"): "dunkel"
    case .theme("light"): "hell"
    case .theme("high-contrast"): "hoher Kontrast"
    case .theme("none"): "ohne Farbe"
    case .theme(let name): name
    case .path: "Weg"
    case .findingPath: "suche einen Weg …"
    case .sameRecord: "beides ist derselbe Eintrag"
    case .steps(let count): counted(count, "Schritt", "Schritte")
    case .noPath(let from, let to): "nichts Bekanntes verbindet \(from) und \(to)"
    case .onlyFilmsCrawl: "nur Filme haben einen Lauftext"
    case .pause: "anhalten"
    case .resume: "weiter"
    case .close: "schließen"
    case .help: "Hilfe"
    case .onThisPage: "Auf dieser Seite"
    case .navigation: "Bewegen"
    case .everywhere: "Überall"
    }
  }
}
