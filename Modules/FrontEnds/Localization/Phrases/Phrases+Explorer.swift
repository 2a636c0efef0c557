/// The frame of the screen, and the connection.
extension Phrase {
  /// Tab titles.
  public static var search: Phrase { "Search" }
  public static var status: Phrase { "Status" }
  /// The record has no web page.
  public static var noWebPage: Phrase { "this origin has no web page for it" }
  /// Confirmation that the record with this name was copied as JSON.
  public static func copiedAsJSON(_ name: String) -> Phrase { Phrase("copied {name} as JSON", .text(name)) }
  /// The text could not be copied to the file at this path.
  public static func cannotCopy(to path: String, reason: String) -> Phrase {
    Phrase("cannot copy to {path}: {reason}", .text(path), .text(reason))
  }
  /// Connecting to the bus, or starting one.
  public static var connecting: Phrase { "connecting…" }
  public static var noBus: Phrase { "no bus" }
  /// The connection to the bus is lost; the records shown are cached.
  public static var offline: Phrase { "offline" }
  public static var busLost: Phrase { "lost the connection to the bus; showing cached records, reconnecting…" }
  public static var busBack: Phrase { "reconnected to the bus" }
  public static func workers(_ count: Int) -> Phrase {
    count == 0 ? "no workers" : Phrase("{count} {count:worker|workers}", .number(count))
  }
  /// No worker serves records, or none fetches them from the origin.
  public static var noCache: Phrase { "no cache" }
  public static var noFetcher: Phrase { "no fetcher" }
  /// Seconds since the records shown were last validated at the origin.
  public static func fresh(_ seconds: Int) -> Phrase { seconds < 60 ? "up to date" : Phrase("updated {age} ago", .age(seconds)) }
  public static func stale(_ seconds: Int) -> Phrase { seconds < 60 ? .stale : Phrase("stale, {age} old", .age(seconds)) }
  public static func size(columns: Int, rows: Int) -> Phrase { Phrase("current: {columns}×{rows}", .number(columns), .number(rows)) }
}

/// Lists, details and comparisons.
extension Phrase {
  public static var loading: Phrase { "loading…" }
  /// Number of records or results shown, and their total.
  public static func part(_ here: Int, of all: Int) -> Phrase { Phrase("{here} of {all}", .number(here), .number(all)) }
  /// The same while more is loaded.
  public static func loading(_ here: Int, of all: Int) -> Phrase { Phrase("loading {here} of {all}…", .number(here), .number(all)) }
  /// Label of the field that a list is sorted by.
  public static func ordered(by field: String) -> Phrase { Phrase("by {field:lower}", .text(field)) }
  /// No name in the list contains this text.
  public static func noMatch(_ text: String) -> Phrase { Phrase("Nothing here matches “{text}”.", .text(text)) }
  /// Key that retries.
  public static func retry(key: String) -> Phrase { Phrase("press {key} to retry", .text(key)) }
  /// Reason why the records shown could not be revalidated.
  public static func notReloaded(_ reason: String) -> Phrase { Phrase("couldn't reload: {reason}", .text(reason)) }
  /// A record has changed.
  public static func changed(_ name: String) -> Phrase { Phrase("{name} changed", .text(name)) }
  public static var reloading: Phrase { "reloading from the origin…" }
  /// The referenced record does not exist at the origin.
  public static var notFound: Phrase { "not found" }
  /// Seconds since the record was last validated at the origin.
  public static func old(_ seconds: Int) -> Phrase { Phrase("{seconds} old", .age(seconds)) }
  public static var stale: Phrase { "stale" }
  public static var comparison: Phrase { "Comparison" }
  /// Number of comparison rows that differ, and of all rows.
  public static func differences(_ count: Int, of all: Int) -> Phrase {
    Phrase("{count} of {all} {all:row differs|rows differ}", .number(count), .number(all))
  }
}

/// Search, history, paths, pickers, crawls and help.
extension Phrase {
  public static var searching: Phrase { "searching…" }
  public static func found(_ count: Int) -> Phrase { Phrase("{count} {count:result|results}", .number(count)) }
  public static func noResults(_ text: String) -> Phrase { Phrase("no results for “{text}”", .text(text)) }
  /// Number of records indexed so far, and their total.
  public static func coverage(_ known: Int, of all: Int?) -> Phrase {
    guard let all else { return Phrase("{known} {known:record|records} indexed", .number(known)) }
    return Phrase("{known} of {all} indexed", .number(known), .number(all))
  }
  public static var askedOrigin: Phrase { "origin searched too" }
  public static var suggestions: Phrase { "Suggestions" }
  public static var recentSearches: Phrase { "Recent searches" }
  /// Shell command that starts a search worker.
  public static func noSearchWorker(_ command: String) -> Phrase { Phrase("no search worker; run {command}", .text(command)) }
  /// Picker titles.
  public static var palette: Phrase { "Commands" }
  public static var chooseTheme: Phrase { "Theme" }
  public static var chooseLanguage: Phrase { "Language" }
  public static func sort(_ title: String) -> Phrase { Phrase("Sort {title} by", .text(title)) }
  public static var pickerPrompt: Phrase { "type to filter" }
  /// Display name of the theme with this name.
  public static func theme(_ name: String) -> Phrase {
    let themes: [String: Phrase] = ["dark": "dark", "light": "light", "high-contrast": "high contrast", "none": "no colour"]
    return themes[name] ?? .verbatim(name)
  }
  public static var path: Phrase { "Path" }
  public static func steps(_ count: Int) -> Phrase { Phrase("{count} {count:step|steps}", .number(count)) }
  public static func noPath(_ from: String, _ to: String) -> Phrase { Phrase("no known path from {from} to {to}", .text(from), .text(to)) }
  public static var onlyFilmsCrawl: Phrase { "only films have a crawl" }
  public static var ownCrawl: Phrase { "our own summary, not the film's text" }
  public static var pause: Phrase { "pause" }
  public static var resume: Phrase { "resume" }
  public static var close: Phrase { "close" }
  /// Title and headings of the help.
  public static var help: Phrase { "Help" }
  public static var navigation: Phrase { "Navigation" }
  public static var everywhere: Phrase { "Everywhere" }
}

/// The status page.
extension Phrase {
  /// Without a full stop: what to do or the age of the figures may follow.
  public static var busNotResponding: Phrase { "The bus is not responding" }
  /// Shell command that starts all services.
  public static func startHint(_ command: String) -> Phrase { Phrase("Start everything with: {command}", .text(command)) }
  public static var uptime: Phrase { "Uptime" }
  public static var requests: Phrase { "Requests" }
  /// Number of connections that receive events: one for each explorer.
  public static var listeners: Phrase { "Listeners" }
  /// Column and row headings.
  public static var service: Phrase { "Service" }
  public static var worker: Phrase { "Worker" }
  public static var workers: Phrase { "Workers" }
  public static var busy: Phrase { "Busy" }
  public static var queued: Phrase { "Queued" }
  public static var perSecond: Phrase { "/s" }
  public static var timing: Phrase { "Latency" }
  public static var count: Phrase { "Count" }
  public static var median: Phrase { "Median" }
  public static var p90: Phrase { "p90" }
  public static var p99: Phrase { "p99" }
  public static var max: Phrase { "Max" }
  /// The 99th percentile of the last seconds.
  public static var recentP99: Phrase { "Recent p99" }
  public static var cache: Phrase { "Cache" }
  public static var origin: Phrase { "Origin" }
  public static var index: Phrase { "Index" }
  public static func hits(_ share: String) -> Phrase { Phrase("{share} hits", .text(share)) }
  public static func entries(_ count: Int, size: String) -> Phrase {
    Phrase("{count} {count:entry|entries}, {size}", .number(count), .text(size))
  }
  public static var noRequests: Phrase { "no requests yet" }
  /// Number of origin requests by all fetchers.
  public static func fetches(_ count: Int) -> Phrase {
    count == 0 ? .noRequests : Phrase("{count} {count:request|requests}", .number(count))
  }
  public static func failed(_ count: Int) -> Phrase { Phrase("{count} failed", .number(count)) }
  public static func indexed(_ count: Int, of all: Int?) -> Phrase {
    guard let all else { return Phrase("{count} records", .number(count)) }
    return Phrase("{count} of {all} records", .number(count), .number(all))
  }
  public static var complete: Phrase { "complete" }
  /// Shell command that starts the missing worker.
  public static func noWorker(_ program: String) -> Phrase { Phrase("none attached; run {program}", .text(program)) }
  public static var none: Phrase { "none" }
  /// A peer without a name: a worker of this service, or a client.
  public static func unnamedPeer(service: String?) -> Phrase {
    service.map { Phrase("a worker of {service}", .text($0)) } ?? "a client without a name"
  }
}

/// Marks, keys without effect, failed searches.
extension Phrase {
  /// Number of marked records.
  public static func marked(_ count: Int) -> Phrase { Phrase("{count} marked", .number(count)) }
  /// Number of marked records, and the maximum of a comparison.
  public static func tooManyMarked(_ count: Int, limit: Int) -> Phrase {
    Phrase("{count} marked; a comparison has at most {limit}", .number(count), .number(limit))
  }
  /// The action with this name has no effect on this screen.
  public static func noEffect(_ name: String) -> Phrase { Phrase("“{name}” has no effect here", .text(name)) }
  /// No action has this key.
  public static func unknownKey(_ key: String) -> Phrase { Phrase("{key} has no action", .text(key)) }
  /// The explorer reads the embedded catalogue and uses no bus: in the connection state, and on the status page.
  public static var embedded: Phrase { "embedded catalogue" }
  /// The origin does not answer requests.
  public static var originFails: Phrase { "origin failing" }
}

/// Ranks, companions, processes, logs, alternatives.
extension Phrase {
  /// Position among all records of the kind that have a value, the largest first.
  public static func rank(_ place: Int, of count: Int) -> Phrase { Phrase("#{place} of {count}", .number(place), .number(count)) }
  /// Number of films that both are in.
  public static func sharedFilms(_ count: Int) -> Phrase { Phrase("{count} {count:film|films}", .number(count)) }
  public static var health: Phrase { "Health" }
  public static func originFails(_ seconds: Int?) -> Phrase {
    seconds.map { Phrase("failing, retry in {time}", .age($0)) } ?? "failing"
  }
  public static func originPauses(_ seconds: Int?) -> Phrase {
    seconds.map { Phrase("paused for {time}", .age($0)) } ?? "paused"
  }
  public static var process: Phrase { "Process" }
  public static var pid: Phrase { "PID" }
  public static var state: Phrase { "State" }
  public static var load: Phrase { "Load" }
  public static var restarts: Phrase { "Restarts" }
  /// The state of a process in the words of the supervisor: `running`, `starting`, `waiting`, `stopped`, `failed`; `gone` for a process whose end
  /// the supervisor has not recorded.
  public static func processState(_ state: String) -> Phrase {
    let states: [String: Phrase] = [
      "running": "running", "starting": "starting", "waiting": "waiting", "failed": "failed", "stopped": "stopped", "gone": "gone",
    ]
    return states[state] ?? .verbatim(state)
  }
  public static var events: Phrase { "Recent events" }
  public static func workerLeft(_ name: String) -> Phrase { Phrase("{name} left", .text(name)) }
  public static func fetchFailed(_ name: String) -> Phrase { Phrase("couldn't fetch {name}", .text(name)) }
  public static func processRestarted(_ name: String) -> Phrase { Phrase("{name} restarted", .text(name)) }
  public static func processFailed(_ name: String) -> Phrase { Phrase("{name} failed", .text(name)) }
  public static func log(of name: String) -> Phrase { Phrase("Log of {name}", .text(name)) }
  public static func restarting(_ name: String) -> Phrase { Phrase("restarting {name}…", .text(name)) }
  public static func restarted(_ name: String) -> Phrase { Phrase("restarted {name}", .text(name)) }
  /// The process and the reason.
  public static func notRestarted(_ name: String, _ reason: String) -> Phrase {
    Phrase("couldn't restart {name}: {reason}", .text(name), .text(reason))
  }
  public static var noProcess: Phrase { "no process selected" }
  public static var filterPrompt: Phrase { "a name, -male or height>200" }
  public static func alternative(_ number: Int, of count: Int) -> Phrase { Phrase("{number} of {count}", .number(number), .number(count)) }
}

/// Favourites and the first screen.
extension Phrase {
  /// Heading and tab title.
  public static var favourites: Phrase { "Favourites" }
  /// The list of favourites is empty. The key adds a record; `nil` if no key does.
  public static func noFavourites(key: String?) -> Phrase {
    key.map { Phrase("No favourites yet. Press {key} on a record to add it.", .text($0)) } ?? "No favourites yet."
  }
  /// Confirmations, with the name of the record.
  public static func favouriteAdded(_ name: String) -> Phrase { Phrase("added {name} to the favourites", .text(name)) }
  public static func favouriteRemoved(_ name: String) -> Phrase { Phrase("removed {name} from the favourites", .text(name)) }
  /// What favourites are sorted by: the time at which they were added, their name, their kind.
  public static var added: Phrase { "date added" }
  public static var name: Phrase { "Name" }
  public static var kind: Phrase { "Kind" }
  /// Heading above the best results of the last search.
  public static var lastSearch: Phrase { "Last search" }
  /// A sentence about the catalogue that suggests something to try. The number of the day chooses the sentence.
  public static func lineOfTheDay(_ day: Int) -> Phrase {
    let lines: [Phrase] = [
      "Two suns, one famous farm: search for homeworld:tatooine.", "Some people look down on everyone: filter people with height>200.",
      "Everything is connected: find the path between any two records.",
      "Fast ships have small numbers: sort the starships by hyperdrive.", "A moon can be armed: sort the starships by length.",
      "Not every planet has land: search for surfaceWater:100.", "Long lives, long stories: sort the species by lifespan.",
      "Three records side by side say more than one: mark them and compare.", "Six films, one galaxy: read their opening crawls.",
      "Lost for words? Let a random record decide.",
    ]
    return lines[(day % lines.count + lines.count) % lines.count]
  }
}

/// The plain mode.
extension Phrase {
  /// List of commands, one per line. Command names are the same in every language.
  public static var plainHelp: [Phrase] {
    [
      "`people`: list all people; also `films, planets, species, vehicles, starships`",
      "`show NAME`: show a record by name, or by reference such as people/1", "`3`: open item 3",
      "`search WORDS`: search all records", "`path NAME to NAME`: find how two records are connected",
      "`favourites`: list the favourites", "`favourite NAME`: add a record to the favourites, or remove it",
      "`more`: show more of a list", "`back`: go back", "`status`: show the bus status", "`quit`: exit",
    ]
  }
  public static func unknownNumber(_ number: Int) -> Phrase { Phrase("there is no item {number}", .number(number)) }
  public static func unknownCommand(_ line: String) -> Phrase { Phrase("unknown command '{line}'; type `help`", .text(line)) }
  /// Number of remaining lines, which the command `more` shows.
  public static func more(_ count: Int) -> Phrase { Phrase("{count} more; type `more`", .number(count)) }
  public static var noPreviousPage: Phrase { "nothing to go back to" }
}
