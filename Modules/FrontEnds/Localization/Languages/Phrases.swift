/// Texts of the screen frame, the connection state and the footer.
public enum ChromePhrase: Sendable, Hashable {
  /// Tab titles.
  case search
  case status
  case mouseIsOn, mouseIsOff
  case notLoadedYet
  /// The record has no web page.
  case noWebPage
  /// Confirmation of the copied text.
  case copied(String)
  /// Confirmation that the record with this name was copied as JSON.
  case copiedAsJSON(String)
  /// The text was copied to this file because the terminal has no clipboard.
  case copiedToFile(String)
  /// The text could not be copied to the file at this path.
  case cannotCopy(to: String, reason: String)
  /// The URL that no browser could open.
  case cannotOpenBrowser(String)
  /// Connecting to the bus, or starting one.
  case connecting
  case noBus
  /// The connection to the bus is lost; the records shown are cached.
  case offline
  case busLost, busBack
  case workers(Int)
  /// No worker serves records, or none fetches them from the origin.
  case noCache, noFetcher
  /// Seconds since the records shown were last validated at the origin.
  case fresh(Int), stale(Int)
  /// Columns and rows required, and those available.
  case tooSmall(columns: Int, rows: Int)
  case size(columns: Int, rows: Int)
}

/// Texts of lists, details and comparisons.
public enum RecordPhrase: Sendable, Hashable {
  case loading
  /// Number of list records loaded, and their total.
  case part(Int, of: Int)
  /// Label of the field that a list is sorted by.
  case ordered(by: String)
  /// The origin has no records of the kind.
  case emptyList
  /// No name in the list contains this text.
  case noMatch(String)
  /// Reason for a failure to load.
  case notLoaded(String)
  /// Number of list records that could not be loaded, and the reason.
  case restNotLoaded(Int, String)
  /// Key that retries.
  case retry(key: String)
  /// Reason why the records shown could not be revalidated.
  case notReloaded(String)
  /// A record has changed; a reload has changed nothing.
  case changed(String), unchanged
  case reloading
  /// The referenced record does not exist at the origin.
  case notFound
  /// Seconds since the record was last validated at the origin.
  case old(Int)
  case stale
  case comparison
  /// Number of comparison rows that differ, and of all rows.
  case differences(Int, of: Int)
  /// Number of hidden columns on the left and on the right.
  case moreBefore(Int), moreAfter(Int)
}

/// Texts of search, history, paths, pickers, crawls and help.
public enum FindingPhrase: Sendable, Hashable {
  /// Placeholder of the search field.
  case searchPrompt
  case searching
  case found(Int)
  /// Number of results shown, and their total.
  case best(Int, of: Int)
  case noResults(String)
  /// The query after spelling correction.
  case corrected(String)
  /// Number of records indexed so far, and their total.
  case coverage(Int, of: Int?)
  case askedOrigin
  /// The index is only kept in memory because its file cannot be read or written.
  case indexNotSaved
  /// The index has reached its maximum size.
  case indexFull
  case suggestions, recentSearches, noRecentSearches
  /// Shell command that starts a search worker.
  case noSearchWorker(String)
  /// Only the names of this many cached records are searched.
  case namesOnly(Int)
  case nothingLoaded
  /// Picker titles.
  case palette, chooseTheme, chooseLanguage
  case sort(String), compareWith(String), pathFrom(String)
  case pickerPrompt
  /// Display name of the theme with this name.
  case theme(String)
  case path, findingPath, sameRecord
  case steps(Int)
  case noPath(String, String)
  case onlyFilmsCrawl
  /// The crawl is our own text.
  case ownCrawl
  /// Maximum number of records in a comparison.
  case compareLimit(Int)
  case pause, resume, close
  /// Title and headings of the help.
  case help, onThisPage, navigation, everywhere
}

/// Texts of the status page.
public enum StatusPhrase: Sendable, Hashable {
  /// Without a full stop: what to do or the age of the figures may follow.
  case noBus
  /// Shell command that starts all services.
  case startHint(String)
  case loading
  case uptime, requests
  /// Number of connections that receive events: one for each explorer.
  case listeners
  /// Rates per second.
  case requestRate, fetchRate
  /// Column and row headings.
  case service, worker, workers, busy, queued, perSecond, timing, count, median, p90, p99, max
  /// The 99th percentile of the last seconds.
  case recentP99
  case cache, origin, index, slowConsumers
  /// Headings of tables.
  case services, originServers, processes
  case hits(String)
  case entries(Int, size: String)
  case noRequests
  /// Number of origin requests by all fetchers.
  case fetches(Int)
  case failed(Int)
  case indexed(Int, of: Int?)
  case complete, indexing
  /// Shell command that starts the missing worker.
  case noWorker(String)
  case none
  /// A peer without a name: a worker of this service, or a client.
  case unnamedPeer(service: String?)
  case queuedMessages(Int), droppedMessages(Int)
}

/// Texts that only the plain mode uses.
public enum PlainPhrase: Sendable, Hashable {
  /// List of commands, one per line. Command names are the same in every language.
  case help
  case unknownNumber(Int)
  case unknownCommand(String)
  /// Maximum length of a line in bytes.
  case lineTooLong(Int)
  /// Number of remaining lines, which the command `more` shows.
  case more(Int)
  case noMore, noPreviousPage
}

/// Names of actions in key hints and in the command palette.
public enum ActionPhrase: Sendable, Hashable {
  case up, down, left, right, pageUp, pageDown, first, last
  case open, cancel, back, forward
  case nextTab, previousTab
  /// Tab number, counted from 1.
  case tab(Int)
  case search, filter, forget, sort, reverse, reload
  case copy, copyRecord, openOrigin
  case crawl, mark, clearMarks, favourite, compare, path
  case alternative, differences, restart
  /// What the keys for down and open do on the status page: select a process, and show its log.
  case selectProcess, showLog
  case zoom, theme, language, units, mouse
  case random, palette, help, suspend, quit
}
