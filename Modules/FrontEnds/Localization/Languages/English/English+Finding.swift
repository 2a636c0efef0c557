extension English {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "a name, a word, or kind:people mass>100"
    case .searching: "searching…"
    case .found(let count): counted(count, "result", "results")
    case .best(let shown, let count): "\(figures.integer(shown)) of \(figures.integer(count))"
    case .noResults(let text): "no results for “\(text)”"
    case .corrected(let text): "results for \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) of \(figures.integer(all)) indexed"
    case .coverage(let known, nil): counted(known, "record indexed", "records indexed")
    case .askedOrigin: "origin searched too"
    case .indexNotSaved: "index not saved"
    case .suggestions: "Suggestions"
    case .recentSearches: "Recent searches"
    case .noRecentSearches: "no recent searches"
    case .noSearchWorker(let command): "no search worker; run \(command)"
    case .namesOnly(let count): "names only, \(counted(count, "record loaded", "records loaded"))"
    case .nothingLoaded: "nothing loaded yet"
    case .palette: "Commands"
    case .chooseTheme: "Theme"
    case .chooseLanguage: "Language"
    case .sort(let title): "Sort \(title) by"
    case .compareWith(let name): "Compare \(name) with"
    case .pathFrom(let name): "Path from \(name) to"
    case .pickerPrompt: "type to filter"
    case .theme("dark"): "dark"
    case .theme("light"): "light"
    case .theme("high-contrast"): "high contrast"
    case .theme("none"): "no colour"
    case .theme(let name): name
    case .path: "Path"
    case .findingPath: "finding a path…"
    case .sameRecord: "both are the same record"
    case .steps(let count): counted(count, "step", "steps")
    case .noPath(let from, let to): "no known path from \(from) to \(to)"
    case .onlyFilmsCrawl: "only films have a crawl"
    case .pause: "pause"
    case .resume: "resume"
    case .close: "close"
    case .help: "Help"
    case .onThisPage: "On this page"
    case .navigation: "Navigation"
    case .everywhere: "Everywhere"
    }
  }
}
