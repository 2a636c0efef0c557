/// What the frame of the screen says.
public enum ChromePhrase: Sendable, Hashable {
  /// The titles of the tabs.
  case search
  case status
  case mouseIsOn, mouseIsOff
  case notLoadedYet
  /// The record has no address on the web.
  case noAddress
  /// What was copied.
  case copied(String)
  /// It went into this file, for want of a terminal that takes it.
  case copiedToFile(String)
  case cannotOpenBrowser
  /// Looking for the bus, and starting it where there is none.
  case connecting
  case noBus
  /// What is shown was learnt before the bus went.
  case offline
  case busLost, busBack
  case workers(Int)
  /// Seconds since the origin vouched for what is shown.
  case fresh(Int), stale(Int)
  /// The columns and rows that are needed, and those there are.
  case tooSmall(columns: Int, rows: Int)
  case size(columns: Int, rows: Int)
}

/// What lists, details and comparisons say.
public enum RecordPhrase: Sendable, Hashable {
  case loading
  /// So many of a list's records are here, of so many.
  case part(Int, of: Int)
  /// The label of the field that a list is sorted by.
  case ordered(by: String)
  /// The origin has no records of a kind.
  case nothingThere
  /// No name of the list contains this.
  case noneCalled(String)
  /// Why something is not there to see.
  case notLoaded(String)
  /// The end of a list did not come, and why: records that are missing.
  case restNotLoaded(Int, String)
  /// The key that asks again.
  case retry(key: String)
  /// Why the origin did not confirm what is shown.
  case notReloaded(String)
  case reloading
  /// A reference leads to a record that its origin does not have.
  case notThere
  /// Seconds since the origin vouched for what is shown.
  case old(Int)
  case stale
  case comparison
  /// Rows of a comparison that are not the same everywhere, of all rows.
  case differences(Int, of: Int)
  /// Columns to the left and to the right of those that are shown.
  case moreBefore(Int), moreAfter(Int)
}

/// What search, history, paths, pickers and crawls say.
public enum FindingPhrase: Sendable, Hashable {
  /// What may be typed into the field of the search.
  case searchPrompt
  case searching
  case found(Int)
  /// There are more than the best ones that are shown.
  case best(Int, of: Int)
  case nothingFound(String)
  /// The query with its typing errors put right.
  case corrected(String)
  /// So many records of so many are indexed so far.
  case coverage(Int, of: Int?)
  case askedOrigin
  /// The index is kept in memory only: its file cannot be written or read.
  case indexNotSaved
  case worthALook, recentSearches, nothingSearchedYet
  /// What starts a search worker, as typed into a shell.
  case noSearchWorker(String)
  /// Only names are compared, of so many records.
  case amongLoaded(Int)
  case nothingLoaded
  /// Titles of pickers.
  case palette, chooseTheme, chooseLanguage
  case sort(String), compareWith(String), pathFrom(String)
  case pickerPrompt
  /// By the name of the theme.
  case theme(String)
  case path, lookingForPath, sameRecord
  case steps(Int)
  case noPath(String, String)
  case onlyFilmsCrawl
  case pause, goOn, close
  /// The title of the help, and its parts.
  case help, onThisPage, gettingAround, everywhere
}

/// What the status of the bus says.
public enum StatusPhrase: Sendable, Hashable {
  /// Why nothing is known, with what to do.
  case noBus, startIt
  case waiting
  case upFor, requests, listeners
  /// Per second.
  case requestRate, fetchRate
  /// Headings of columns and of rows.
  case service, worker, workers, busy, queued, perSecond, timing, count, median, p90, p99, most
  case cache, origin, index, slow
  case hits(String)
  case entries(Int, size: String)
  case notAsked
  /// Requests to the origin by one fetcher, of so many that there are.
  case asked(Int, fetchers: Int)
  case failed(Int)
  case indexed(Int, of: Int?)
  case isComplete, isFilling
  /// What starts a worker that is missing.
  case missing(String)
  case none
  case client
  case held(Int), dropped(Int)
}

/// What the plain mode says, besides what screens say too.
public enum PlainPhrase: Sendable, Hashable {
  /// The commands, a line each. Their words are the same in every language.
  case help
  case noNumber(Int)
  case noCommand(String)
  /// So many lines are left, which `more` reads.
  case more(Int)
  case noMore, nothingBehind
}

/// What a key or a line of the palette does.
public enum ActionPhrase: Sendable, Hashable {
  case up, down, left, right, pageUp, pageDown, first, last
  case open, cancel, back, forward
  case nextTab, previousTab
  /// Counted from 1.
  case tab(Int)
  case search, filter, forget, sort, reverse, reload
  case copy, copyRecord, openOrigin
  case crawl, mark, compare, path
  case theme, language, units, mouse
  case random, palette, help, suspend, quit
}
