extension English {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "a name, a word, or kind:people mass>100"
    case .searching: "searching …"
    case .found(let count): counted(count, "found", "found")
    case .best(let shown, let count): "\(figures.integer(shown)) of \(figures.integer(count))"
    case .nothingFound(let text): "nothing fits \(text)"
    case .corrected(let text): "showing \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) of \(figures.integer(all)) known"
    case .coverage(let known, nil): counted(known, "record known", "records known")
    case .askedOrigin: "the origin was asked as well"
    case .indexNotSaved: "index not saved"
    case .worthALook: "Worth a look"
    case .recentSearches: "Recent searches"
    case .nothingSearchedYet: "nothing searched for yet"
    case .noSearchWorker(let command): "search is off; start \(command)"
    case .amongLoaded(let count): "names only, \(counted(count, "record loaded", "records loaded"))"
    case .nothingLoaded: "nothing is loaded yet"
    case .palette: "Palette"
    case .chooseTheme: "Theme"
    case .chooseLanguage: "Language"
    case .sort(let title): "Sort \(title)"
    case .compareWith(let name): "Compare \(name) with"
    case .pathFrom(let name): "Path from \(name) to"
    case .pickerPrompt: "type to narrow"
    case .theme("dark"): "dark"
    case .theme("light"): "light"
    case .theme("high-contrast"): "high contrast"
    case .theme("none"): "no colour"
    case .theme(let name): name
    case .path: "Path"
    case .lookingForPath: "looking for a path …"
    case .sameRecord: "both are the same record"
    case .steps(let count): counted(count, "step", "steps")
    case .noPath(let from, let to): "nothing that is known connects \(from) and \(to)"
    case .onlyFilmsCrawl: "only films have a crawl"
    case .pause: "pause"
    case .goOn: "go on"
    case .close: "close"
    case .help: "Help"
    case .onThisPage: "On this page"
    case .gettingAround: "Getting around"
    case .everywhere: "Everywhere"
    }
  }
}
