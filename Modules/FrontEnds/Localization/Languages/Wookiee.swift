import Models

/// Invented growls in the style of Shyriiwook. Names and numbers stay readable, and a word always has the same growl.
public struct Wookiee: Language {
  public init() {}
  public let code = "x-wookiee"
  public let name = "Shyriiwook"
  public let plurals = PluralRule.one

  public let figures = NumberFormat(
    grouping: "'", decimal: ".", percentSign: "%", durations: DurationFormat(second: "rr", minute: "wr", hour: "huu", day: "aww"),
    dates: DateFormat(
      [.day, " ", .month, " ", .year],
      months: [
        "Aarrh", "Wuhrra", "Grrawl", "Hruuh", "Mraah", "Uughr", "Wraaw", "Rrugh", "Huwrr", "Ahwaar", "Ruhww", "Grraah",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("huurr", "huurrah"))"
    case "days": "\(number) \(plural.choose("awwr", "awwrah"))"
    case "weeks": "\(number) \(plural.choose("wuwaa", "wuwaarah"))"
    case "months": "\(number) \(plural.choose("mrawl", "mrawlah"))"
    case "years": "\(number) \(plural.choose("yuurgh", "yuurghah"))"
    case "credits": "\(number) \(plural.choose("krraadh", "krraadhah"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "hwraa \(number)"
    case "BBY": "\(number) wuh Yawrrn"
    case "ABY": "\(number) arr Yawrrn"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) rraawh"
    case "ft": "\(number) ahfuuh"
    case "lb": "\(number) whuurl"
    case "mi": "\(number) muhraal"
    case "mph": "\(number) muhraal/huu"
    default: nil
    }
  }
}

extension Wookiee {
  public var vocabulary: Vocabulary { Self.vocabulary }

  /// Generated from the English names in Models, so that it is always complete.
  private static let vocabulary = {
    let kinds = Kinds.standard.all
    let fields = kinds.flatMap(\.fields)
    let headings = Set(fields.compactMap(\.section) + ["Raw fields", "Further fields"])
    return Vocabulary(
      titles: table(kinds.map { ($0.name.text, $0.title) }),
      singulars: table(kinds.map { ($0.name.text, $0.singular) }),
      labels: table(fields.map { ($0.key, $0.label) }),
      headings: table(headings.map { ($0, $0) }),
      absences: Absence.allCases.reduce(into: [:]) { $0[$1] = growl($1.rawValue) },
      words: table(CommonWords.all.map { ($0, $0) }))
  }()

  private static func table(_ pairs: [(key: String, english: String)]) -> [String: String] {
    pairs.reduce(into: [:]) { $0[$1.key] = growl($1.english) }
  }

  /// Returns the growl for a word: deterministic, about as long as the word, and capitalised like it.
  static func growl(_ text: String) -> String {
    text.split(separator: " ").map { growl(word: $0) }.joined(separator: " ")
  }

  private static let onsets = ["w", "h", "r", "gr", "wr", "hr", "m", "rr"]
  private static let vowels = ["aa", "uu", "oo", "a", "u", "aw", "oa"]
  private static let codas = ["rr", "gh", "wh", "r", "h", "hn", "rgh"]

  private static func growl(word: Substring) -> String {
    // Hashes the whole word first (FNV-1a), so that similar words have different growls.
    let letters = Array(word.lowercased().utf8)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    func pick(_ sounds: [String], _ shift: UInt64) -> String { sounds[Int((hash >> shift) % UInt64(sounds.count))] }
    letters.forEach(mix)
    var growl = ""
    for (index, letter) in letters.enumerated() {
      mix(letter)
      guard index % 4 == 0 else { continue }
      growl += pick(onsets, 8) + pick(vowels, 24)
      if index + 4 >= letters.count || hash.isMultiple(of: 3) { growl += pick(codas, 40) }
    }
    return word.first?.isUppercase == true ? growl.prefix(1).uppercased() + growl.dropFirst() : growl
  }
}

extension Wookiee {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Raaarhww"
    case .status: "Huwaa"
    case .mouseIsOn: "ahwarr wuh"
    case .mouseIsOff: "ahwarr raaa"
    case .notLoadedYet: "huurh raaaaahh"
    case .noWebPage: "waaagh raaahrwar"
    case .copied(let text): "wraaah \(text)"
    case .copiedAsJSON(let name): "wraaah \(name) JSON"
    case .copiedToFile(let path): "wuuh \(path)"
    case .cannotCopy(let path, let reason): "rrawr wuuh \(path): \(reason)"
    case .cannotOpenBrowser(let url): "rrawr uh huurh \(url)"
    case .connecting: "hwaaarg…"
    case .noBus: "aarrh hrooo"
    case .offline: "hrooo"
    case .busLost: "RRAAAWR! hrooo aarrh; wuuh rooo, hwaaarg"
    case .busBack: "wuuuh! hwaaarg"
    case .workers(let count): count == 0 ? "aarrh rrgh" : "\(count) rrgh"
    case .noCache: "aarrh wuuh"
    case .noFetcher: "aarrh hwaar"
    case .fresh(let seconds): seconds < 60 ? "huwaa" : "huwaa \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "grrf" : "grrf \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Hrooloocrrn \(columns)×\(rows) rrawr"
    case .size(let columns, let rows): "\(columns)×\(rows) uuh"
    }
  }
}

extension Wookiee {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "rrraawh…"
    case .part(let here, let all): "\(figures.integer(here)) ahuur \(figures.integer(all))"
    case .ordered(let field): "wrru \(field.lowercased())"
    case .emptyList: "Wyaaaa. Muawa."
    case .noMatch(let text): "Muawa “\(text)”, hrraagh."
    case .notLoaded(let reason): "Uuughguughhhghghghhhgh: \(reason)"
    case .restNotLoaded(let count, let reason): "\(figures.integer(count)) aarrragh uuughgh: \(reason)"
    case .retry(let key): "\(key) huurh huurh"
    case .notReloaded(let reason): "uuughgh muawa: \(reason)"
    case .changed(let name): "\(name) hrraw"
    case .unchanged: "wyaaa hrraw"
    case .reloading: "roooarrgh ahuma…"
    case .notFound: "muawa"
    case .old(let seconds): "\(figures.age(seconds)) huwaa"
    case .stale: "huwaa muaa"
    case .comparison: "Rrakktorr"
    case .differences(let count, let all): "\(figures.integer(count)) ahuur \(figures.integer(all)) rrakk"
    case .moreBefore(let count): "‹ \(figures.integer(count)) aarr"
    case .moreAfter(let count): "\(figures.integer(count)) aarr ›"
    }
  }
}

extension Wookiee {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "aarrwk, ruhh, wuh kind:people mass>100"
    case .searching: "hrrwaah …"
    case .found(let count): "\(figures.integer(count)) rrawk"
    case .best(let shown, let count): "\(figures.integer(shown)) ghuawr \(figures.integer(count))"
    case .noResults(let text): "awwrh \(text)"
    case .corrected(let text): "huwaa \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) ghuaw \(figures.integer(all)) wrrhw"
    case .coverage(let known, nil): "\(figures.integer(known)) wrrhw"
    case .askedOrigin: "aarhg uughguughhhghghghhhgh"
    case .indexNotSaved: "awwrh irrndh"
    case .indexFull: "awwrh wyogg"
    case .suggestions: "Wyaaaaaa"
    case .recentSearches: "Raaaahhgh"
    case .noRecentSearches: "awwgggghhh huh"
    case .noSearchWorker(let command): "nngh hrrwaah: \(command)"
    case .namesOnly(let count): "ruhh-ruhh, \(figures.integer(count)) wrrhw"
    case .nothingLoaded: "awwgggghhh"
    case .palette: "Rrrruuh"
    case .chooseTheme: "Huuguughghg"
    case .chooseLanguage: "Shyriiwook"
    case .sort(let title): "Ghraaw \(title)"
    case .compareWith(let name): "Wuurgh \(name) awrr"
    case .pathFrom(let name): "Raaawr \(name) ooh"
    case .pickerPrompt: "aargh-aargh"
    case .theme("dark"): "urrgh"
    case .theme("light"): "aaahnruh"
    case .theme("high-contrast"): "aaahnruh-urrgh"
    case .theme("none"): "nngh"
    case .theme(let name): name
    case .path: "Raaawr"
    case .findingPath: "hrrwaah raaawr …"
    case .sameRecord: "uh-uh, ruhh ruhh"
    case .steps(let count): "\(figures.integer(count)) mwrroh"
    case .noPath(let from, let to): "nngh raaawr: \(from), \(to)"
    case .onlyFilmsCrawl: "wwaaah hnnn-rowr"
    case .ownCrawl: "wwaaah rrrugh"
    case .compareLimit(let count): "wuurgh \(figures.integer(count)) nngh"
    case .pause: "hnnn"
    case .resume: "gghrr"
    case .close: "muaa"
    case .help: "Aarrragghuuhw"
    case .onThisPage: "Ruh ghaawr"
    case .navigation: "Wahrrgh"
    case .everywhere: "Uughguughhhgh"
    }
  }
}

extension Wookiee {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Aarrh hrooo RRAAWR"
    case .startHint(let command): "Hwaaarg: \(command)"
    case .loading: "hrrm…"
    case .uptime: "Wuuh"
    case .requests: "Hraaw"
    case .listeners: "Uurh"
    case .requestRate: "Hraaw/s"
    case .fetchRate: "Grroo/s"
    case .service: "Rrooarr"
    case .worker: "Rrgh"
    case .workers: "Rrgh"
    case .busy: "Grraa"
    case .queued: "Hoorr"
    case .perSecond: "/s"
    case .timing: "Hrrm"
    case .count: "Wurr"
    case .median: "Mrrh"
    case .p90: "p90"
    case .p99: "p99"
    case .recentP99: "p99 hrrm"
    case .max: "RRAWR"
    case .cache: "Kaaarsh"
    case .origin: "Orrgh"
    case .index: "Irrndh"
    case .slowConsumers: "Sloorr"
    case .services: "Rrgh"
    case .originServers: "Ughuu rrgh"
    case .processes: "Grrf rrgh"
    case .hits(let share): "\(share) wuuh"
    case .entries(let count, let size): "\(number(count)) rroo, \(size)"
    case .noRequests: "aarrh hrrm"
    case .fetches(let count): "hraaw \(number(count))"
    case .failed(let count): "\(number(count)) RRAAWR"
    case .indexed(let count, let of): of.map { "\(number(count))/\(number($0)) rroo" } ?? "\(number(count)) rroo"
    case .complete: "wuuuh"
    case .indexing: "hroorr"
    case .noWorker(let program): "aarrh: \(program)"
    case .none: "aarrh"
    case .unnamedPeer(let service): service.map { "rrgh \($0)" } ?? "hraawr"
    case .queuedMessages(let count): "\(number(count)) hoorr"
    case .droppedMessages(let count): "\(number(count)) rraa"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}

extension Wookiee {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: rrooarr: films, planets, species, vehicles, starships
      show NAME: wuuh, people/1
      3: hwaaarg 3
      search WORDS: hraaw
      path NAME to NAME: raaawr ooh
      favourites: muaarga
      favourite NAME: muaarga huh
      more: huurh
      back: hrooo
      status: rrgh
      quit: RRAAAWR
      """
    case .unknownNumber(let number): "aarrh \(number)"
    case .unknownCommand(let line): "\(line)? RRAAWR! help"
    case .lineTooLong(let length): "wrrh-wrrh \(figures.integer(length)) nngh"
    case .more(let count): "\(count) huurh: more"
    case .noMore: "huurh"
    case .noPreviousPage: "aarrh hrooo"
    }
  }
}

extension Wookiee {
  public func say(_ phrase: ActionPhrase) -> String {
    switch phrase {
    case .up: "aahn"
    case .down: "huurh"
    case .left: "wrrl"
    case .right: "wrrg"
    case .pageUp: "aahn-aahn"
    case .pageDown: "huurh-huurh"
    case .first: "rrruh"
    case .last: "gaahh"
    case .open: "ahwaa"
    case .cancel: "wuhh"
    case .back: "raawr-hu"
    case .forward: "raawr-ah"
    case .nextTab: "wyaa-ah"
    case .previousTab: "wyaa-hu"
    case .tab(let number): "wyaa \(number)"
    case .search: "hrrwaah"
    case .filter: "aargh"
    case .forget: "awwgh"
    case .sort: "ghraaw"
    case .reverse: "waarhg"
    case .reload: "uughgh"
    case .copy: "hnngh"
    case .copyRecord: "hnngh JSON"
    case .openOrigin: "gaaahn"
    case .crawl: "wwaaah"
    case .mark: "mrrk"
    case .clearMarks: "aarrh mrrk"
    case .favourite: "rrooowaa"
    case .alternative: "aarr hrraw"
    case .differences: "rrakk"
    case .restart: "raarwh"
    case .selectProcess: "hrrwr"
    case .showLog: "wuurgh"
    case .compare: "wuurgh"
    case .path: "raaawr"
    case .zoom: "rraah"
    case .theme: "rrruuh"
    case .language: "shyriiwook"
    case .units: "aarrhn"
    case .mouse: "skrrk"
    case .random: "huurgh-aah"
    case .palette: "kraawr"
    case .help: "aarrh"
    case .suspend: "zzrrh"
    case .quit: "wuh-uuh"
    }
  }
}
