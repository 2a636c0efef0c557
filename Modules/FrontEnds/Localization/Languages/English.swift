/// English. The texts in Models are English, so no vocabulary is needed.
public struct English: Language {
  public init() {}
  public let code = "en"
  public let name = "English"
  public let plurals = PluralRule.one
  public var vocabulary: Vocabulary { Vocabulary() }
  public var helpTables: [[String: String]] { [] }

  public let figures = NumberFormat(
    grouping: ",", decimal: ".",
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("hour", "hours"))"
    case "days": "\(number) \(plural.choose("day", "days"))"
    case "weeks": "\(number) \(plural.choose("week", "weeks"))"
    case "months": "\(number) \(plural.choose("month", "months"))"
    case "years": "\(number) \(plural.choose("year", "years"))"
    case "credits": "\(number) \(plural.choose("credit", "credits"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "class \(number)"
    case "cm", "m", "km", "km/h", "kg", "MGLT", "standard", "BBY", "ABY", "ft", "lb", "mi", "mph": "\(number) \(unit)"
    default: nil
    }
  }
}

extension English {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Search"
    case .status: "Status"
    case .mouseIsOn: "mouse on"
    case .mouseIsOff: "mouse off; the terminal can select text"
    case .notLoadedYet: "not loaded yet"
    case .noWebPage: "this origin has no web page for it"
    case .copied(let text): "copied \(text)"
    case .copiedAsJSON(let name): "copied \(name) as JSON"
    case .copiedToFile(let path): "copied to \(path)"
    case .cannotCopy(let path, let reason): "cannot copy to \(path): \(reason)"
    case .cannotOpenBrowser(let url): "no web browser found for \(url)"
    case .connecting: "connecting…"
    case .noBus: "no bus"
    case .offline: "offline"
    case .busLost: "lost the connection to the bus; showing cached records, reconnecting…"
    case .busBack: "reconnected to the bus"
    case .workers(let count): count == 0 ? "no workers" : count == 1 ? "1 worker" : "\(count) workers"
    case .noCache: "no cache"
    case .noFetcher: "no fetcher"
    case .fresh(let seconds): seconds < 60 ? "up to date" : "updated \(figures.age(seconds)) ago"
    case .stale(let seconds): seconds < 60 ? "stale" : "stale, \(figures.age(seconds)) old"
    case .tooSmall(let columns, let rows): "Holocron needs \(columns)×\(rows)"
    case .size(let columns, let rows): "current: \(columns)×\(rows)"
    }
  }
}

extension English {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "loading…"
    case .part(let here, let all): "\(figures.integer(here)) of \(figures.integer(all))"
    case .ordered(let field): "by \(field.lowercased())"
    case .emptyList: "No records."
    case .noMatch(let text): "Nothing here matches “\(text)”."
    case .notLoaded(let reason): "Couldn't load this: \(reason)"
    case .restNotLoaded(let count, let reason): "couldn't load \(figures.integer(count)) more: \(reason)"
    case .retry(let key): "press \(key) to retry"
    case .notReloaded(let reason): "couldn't reload: \(reason)"
    case .changed(let name): "\(name) changed"
    case .unchanged: "unchanged"
    case .reloading: "reloading from the origin…"
    case .notFound: "not found"
    case .old(let seconds): "\(figures.age(seconds)) old"
    case .stale: "stale"
    case .comparison: "Comparison"
    case .differences(let count, let all): "\(figures.integer(count)) of \(counted(all, "row differs", "rows differ"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) more"
    case .moreAfter(let count): "\(figures.integer(count)) more ›"
    }
  }
}

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
    case .indexFull: "index full"
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
    case .ownCrawl: "our own summary, not the film's text"
    case .compareLimit(let count): "a comparison has at most \(counted(count, "record", "records"))"
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

extension English {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "The bus is not responding"
    case .startHint(let command): "Start everything with: \(command)"
    case .loading: "loading…"
    case .uptime: "Uptime"
    case .requests: "Requests"
    case .listeners: "Listeners"
    case .requestRate: "Requests/s"
    case .fetchRate: "Fetches/s"
    case .service: "Service"
    case .worker: "Worker"
    case .workers: "Workers"
    case .busy: "Busy"
    case .queued: "Queued"
    case .perSecond: "/s"
    case .timing: "Latency"
    case .count: "Count"
    case .median: "Median"
    case .p90: "p90"
    case .p99: "p99"
    case .recentP99: "Recent p99"
    case .max: "Max"
    case .cache: "Cache"
    case .origin: "Origin"
    case .index: "Index"
    case .slowConsumers: "Slow consumers"
    case .services: "Services"
    case .originServers: "Origin servers"
    case .processes: "Processes"
    case .hits(let share): "\(share) hits"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "entry" : "entries"), \(size)"
    case .noRequests: "no requests yet"
    case .fetches(let count): count == 0 ? "no requests yet" : counted(count, "request", "requests")
    case .failed(let count): "\(number(count)) failed"
    case .indexed(let count, let of): of.map { "\(number(count)) of \(number($0)) records" } ?? "\(number(count)) records"
    case .complete: "complete"
    case .indexing: "indexing"
    case .noWorker(let program): "none attached; run \(program)"
    case .none: "none"
    case .unnamedPeer(let service): service.map { "a worker of \($0)" } ?? "a client without a name"
    case .queuedMessages(let count): "\(number(count)) queued"
    case .droppedMessages(let count): "\(number(count)) dropped"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}

extension English {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: list all people; also films, planets, species, vehicles, starships
      show NAME: show a record by name, or by reference such as people/1
      3: open item 3
      search WORDS: search all records
      path NAME to NAME: find how two records are connected
      favourites: list the favourites
      favourite NAME: add a record to the favourites, or remove it
      more: show more of a list
      back: go back
      status: show the bus status
      quit: exit
      """
    case .unknownNumber(let number): "there is no item \(number)"
    case .unknownCommand(let line): "unknown command '\(line)'; type help"
    case .lineTooLong(let length): "a line has at most \(figures.integer(length)) bytes"
    case .more(let count): "\(count) more; type more"
    case .noMore: "end of the list"
    case .noPreviousPage: "nothing to go back to"
    }
  }
}

extension English {
  public func say(_ phrase: ActionPhrase) -> String {
    switch phrase {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .first: "first"
    case .last: "last"
    case .open: "open"
    case .cancel: "close"
    case .back: "back"
    case .forward: "forward"
    case .nextTab: "next tab"
    case .previousTab: "previous tab"
    case .tab(let number): "tab \(number)"
    case .search: "search"
    case .filter: "filter"
    case .forget: "remove search"
    case .sort: "sort"
    case .reverse: "reverse order"
    case .reload: "reload"
    case .copy: "copy"
    case .copyRecord: "copy as JSON"
    case .openOrigin: "open in browser"
    case .crawl: "crawl"
    case .mark: "mark"
    case .clearMarks: "clear marks"
    case .favourite: "favourite"
    case .alternative: "next path"
    case .differences: "only differences"
    case .restart: "restart"
    case .selectProcess: "select"
    case .showLog: "log"
    case .compare: "compare"
    case .path: "path"
    case .zoom: "zoom"
    case .theme: "theme"
    case .language: "language"
    case .units: "units"
    case .mouse: "toggle mouse"
    case .random: "random record"
    case .palette: "commands"
    case .help: "help"
    case .suspend: "suspend"
    case .quit: "quit"
    }
  }
}
