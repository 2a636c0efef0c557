import Models

/// German, with a translation of every phrase.
public struct German: Language {
  public init() {}
  public let code = "de"
  public let name = "Deutsch"
  public let plurals = PluralRule.one

  public let figures = NumberFormat(
    grouping: ".", decimal: ",", percentSign: "\u{A0}%", durations: DurationFormat(day: "T"),
    dates: DateFormat(
      [.day, ". ", .month, " ", .year],
      months: [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
      ]))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number) \(plural.choose("Stunde", "Stunden"))"
    case "days": "\(number) \(plural.choose("Tag", "Tage"))"
    case "weeks": "\(number) \(plural.choose("Woche", "Wochen"))"
    case "months": "\(number) \(plural.choose("Monat", "Monate"))"
    case "years": "\(number) \(plural.choose("Jahr", "Jahre"))"
    case "credits": "\(number) \(plural.choose("Credit", "Credits"))"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": number
    case "class": "Klasse \(number)"
    // Before and after the Battle of Yavin.
    case "BBY": "\(number) VSY"
    case "ABY": "\(number) NSY"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "standard": "\(number) Standard"
    case "ft": "\(number) Fuß"
    case "lb": "\(number) Pfund"
    case "mi": "\(number) \(plural.choose("Meile", "Meilen"))"
    case "mph": "\(number) mph"
    default: nil
    }
  }
}

extension German {
  public var vocabulary: Vocabulary { Self.vocabulary }

  private static let vocabulary = Vocabulary(
    titles: [
      "films": "Filme", "people": "Personen", "planets": "Planeten", "species": "Spezies", "vehicles": "Fahrzeuge",
      "starships": "Raumschiffe",
    ],
    singulars: [
      "films": "Film", "people": "Person", "planets": "Planet", "species": "Spezies", "vehicles": "Fahrzeug", "starships": "Raumschiff",
    ],
    labels: [
      "name": "Name", "title": "Titel", "created": "Angelegt", "edited": "Bearbeitet",
      "films": "Filme", "people": "Personen", "planets": "Planeten", "species": "Spezies", "vehicles": "Fahrzeuge",
      "starships": "Raumschiffe", "characters": "Figuren", "residents": "Bewohner", "pilots": "Piloten", "homeworld": "Heimat",
      "episode": "Episode", "releaseDate": "Premiere", "director": "Regie", "producer": "Produktion", "openingCrawl": "Lauftext",
      "birthYear": "Geboren", "gender": "Geschlecht", "height": "Größe", "mass": "Gewicht", "hairColor": "Haare", "skinColor": "Haut",
      "eyeColor": "Augen",
      "population": "Einwohner", "climate": "Klima", "terrain": "Gelände", "surfaceWater": "Wasserfläche", "diameter": "Durchmesser",
      "gravity": "Schwerkraft", "rotationPeriod": "Tageslänge", "orbitalPeriod": "Umlauf",
      "classification": "Einordnung", "designation": "Bezeichnung", "language": "Sprache", "averageLifespan": "Lebensdauer",
      "averageHeight": "Größe", "hairColors": "Haare", "skinColors": "Haut", "eyeColors": "Augen",
      "model": "Modell", "vehicleClass": "Klasse", "starshipClass": "Klasse", "manufacturer": "Hersteller", "costInCredits": "Preis",
      "length": "Länge", "maxAtmospheringSpeed": "Tempo", "starships.maxAtmospheringSpeed": "Tempo in Luft", "crew": "Besatzung",
      "passengers": "Passagiere", "cargoCapacity": "Fracht", "consumables": "Vorräte für", "hyperdriveRating": "Hyperantrieb",
      "mglt": "Megalichter",
    ],
    headings: [
      "Film": "Film", "Opening crawl": "Lauftext", "Appearing": "Auftritte", "Entry": "Eintrag", "Person": "Person", "Looks": "Aussehen",
      "Piloting": "Am Steuer", "World": "Welt", "Body": "Himmelskörper", "People": "Personen", "Species": "Spezies",
      "Vehicle": "Fahrzeug", "Starship": "Raumschiff", "Performance": "Leistung", "Capacity": "Fassungsvermögen",
      "Raw fields": "Rohe Felder", "Further fields": "Weitere Felder",
    ],
    absences: [
      .unknown: "unbekannt", .notApplicable: "entfällt", .none: "keine", .indefinite: "unbegrenzt", .empty: "leer",
    ],
    words: words)
}

extension German {
  /// Translations of ``CommonWords``.
  static let words: [String: String] = [
    "female": "weiblich", "hermaphrodite": "zwittrig", "male": "männlich",

    "amber": "bernstein", "auburn": "kastanienrot", "black": "schwarz", "blond": "blond", "blonde": "blond", "blue": "blau",
    "blue-gray": "blaugrau", "brown": "braun", "brown mottle": "braun gefleckt", "dark": "dunkel", "fair": "hell", "gold": "gold",
    "golden": "golden", "gray": "grau", "green": "grün", "green-tan": "grünbraun", "grey": "grau", "hazel": "haselnuss",
    "indigo": "indigo", "light": "hell", "magenta": "magenta", "metal": "metallen", "mottled green": "grün gefleckt",
    "orange": "orange", "pale": "blass", "pale pink": "blassrosa", "peach": "pfirsich", "pink": "rosa", "purple": "violett",
    "red": "rot", "silver": "silbern", "tan": "hellbraun", "white": "weiß", "yellow": "gelb",

    "arid": "trocken", "artic": "arktisch", "artificial temperate": "künstlich gemäßigt", "frigid": "eisig", "frozen": "gefroren",
    "hot": "heiß", "humid": "schwül", "moist": "feucht", "murky": "trüb", "polluted": "verschmutzt", "rocky": "felsig",
    "subartic": "subarktisch", "superheated": "überhitzt", "temperate": "gemäßigt", "tropical": "tropisch", "windy": "windig",

    "acid pools": "Säureteiche", "airless asteroid": "luftloser Asteroid", "ash": "Asche", "barren": "öde", "bogs": "Moore",
    "canyons": "Schluchten", "caves": "Höhlen", "cities": "Städte", "cityscape": "Stadtlandschaft", "cliffs": "Klippen",
    "desert": "Wüste", "deserts": "Wüsten", "fields": "Felder", "forests": "Wälder", "fungus forests": "Pilzwälder",
    "gas giant": "Gasriese", "glaciers": "Gletscher", "grass": "Gras", "grasslands": "Grasland", "grassy hills": "Grashügel",
    "hills": "Hügel", "ice canyons": "Eisschluchten", "ice caves": "Eishöhlen", "islands": "Inseln", "jungle": "Dschungel",
    "jungles": "Dschungel", "lakes": "Seen", "lava rivers": "Lavaflüsse", "mesas": "Tafelberge", "mountain": "Gebirge",
    "mountain ranges": "Bergketten", "mountains": "Berge", "ocean": "Ozean", "oceans": "Ozeane", "plains": "Ebenen",
    "plateaus": "Hochebenen", "rainforests": "Regenwälder", "reefs": "Riffe", "rivers": "Flüsse", "rock": "Fels",
    "rock arches": "Felsbögen", "rocky canyons": "Felsschluchten", "rocky deserts": "Felswüsten", "rocky islands": "Felseninseln",
    "savanna": "Savanne", "savannahs": "Savannen", "savannas": "Savannen", "scrublands": "Buschland", "seas": "Meere",
    "sinkholes": "Senklöcher", "swamp": "Sumpf", "swamps": "Sümpfe", "toxic cloudsea": "giftiges Wolkenmeer", "tundra": "Tundra",
    "urban": "städtisch", "valleys": "Täler", "verdant": "üppig grün", "vines": "Ranken", "volcanoes": "Vulkane",

    "amphibian": "Amphibie", "artificial": "künstlich", "gastropod": "Bauchfüßer", "insectoid": "insektenartig", "mammal": "Säugetier",
    "mammals": "Säugetiere", "reptile": "Reptil", "reptilian": "reptilienartig", "sentient": "vernunftbegabt",

    "caucasian": "hell", "asian": "asiatisch", "hispanic": "lateinamerikanisch",

    "Armed government transport": "bewaffneter Regierungstransporter", "assault ship": "Sturmschiff", "Assault Starfighter": "Sturmjäger",
    "assault starfighter": "Sturmjäger", "capital ship": "Großkampfschiff", "corvette": "Korvette", "cruiser": "Kreuzer",
    "Deep Space Mobile Battlestation": "mobile Tiefraum-Kampfstation", "Diplomatic barge": "Diplomatenbarke",
    "Droid control ship": "Droidenkontrollschiff", "Escort ship": "Geleitschiff", "freighter": "Frachter",
    "landing craft": "Landungsboot", "Light freighter": "leichter Frachter", "Medium transport": "mittlerer Transporter",
    "Patrol craft": "Patrouillenschiff", "Space cruiser": "Raumkreuzer", "Space Transport": "Raumtransporter",
    "Star Cruiser": "Sternenkreuzer", "Star Destroyer": "Sternzerstörer", "star destroyer": "Sternzerstörer",
    "Star dreadnought": "Sternendreadnought", "Starfighter": "Sternjäger", "starfighter": "Sternjäger", "transport": "Transporter",
    "yacht": "Jacht",

    "air speeder": "Luftgleiter", "airspeeder": "Luftgleiter", "assault walker": "Kampfläufer", "droid starfighter": "Droidenjäger",
    "droid tank": "Droidenpanzer", "fire suppression ship": "Löschschiff", "gunship": "Kanonenboot", "repulsorcraft": "Repulsorfahrzeug",
    "repulsorcraft cargo skiff": "Repulsor-Lastenskiff", "sail barge": "Segelbarke", "space/planetary bomber": "Raum- und Planetenbomber",
    "speeder": "Gleiter", "submarine": "Tauchboot", "walker": "Läufer", "wheeled": "Radfahrzeug", "wheeled walker": "Radläufer",
  ]
}

extension German {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Suche"
    case .status: "Status"
    case .mouseIsOn: "Maus an"
    case .mouseIsOff: "Maus aus; das Terminal kann Text auswählen"
    case .notLoadedYet: "noch nicht geladen"
    case .noWebPage: "diese Quelle hat dafür keine Webseite"
    case .copied(let text): "\(text) kopiert"
    case .copiedAsJSON(let name): "\(name) als JSON kopiert"
    case .copiedToFile(let path): "kopiert nach \(path)"
    case .cannotCopy(let path, let reason): "Kopieren nach \(path) nicht möglich: \(reason)"
    case .cannotOpenBrowser(let url): "kein Webbrowser gefunden für \(url)"
    case .connecting: "verbinde…"
    case .noBus: "kein Bus"
    case .offline: "offline"
    case .busLost: "Verbindung zum Bus verloren; gespeicherte Einträge bleiben sichtbar, verbinde neu…"
    case .busBack: "wieder mit dem Bus verbunden"
    case .workers(let count): count == 0 ? "keine Arbeiter" : count == 1 ? "1 Arbeiter" : "\(count) Arbeiter"
    case .noCache: "kein Cache"
    case .noFetcher: "kein Abrufer"
    case .fresh(let seconds): seconds < 60 ? "aktuell" : "geprüft vor \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "veraltet" : "veraltet, \(figures.age(seconds)) alt"
    case .tooSmall(let columns, let rows): "Holocron braucht \(columns)×\(rows)"
    case .size(let columns, let rows): "aktuell: \(columns)×\(rows)"
    }
  }
}

extension German {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "wird geladen…"
    case .part(let here, let all): "\(figures.integer(here)) von \(figures.integer(all))"
    case .ordered(let field): "nach \(field)"
    case .emptyList: "Keine Einträge."
    case .noMatch(let text): "Nichts hier passt auf „\(text)“."
    case .notLoaded(let reason): "Laden fehlgeschlagen: \(reason)"
    case .restNotLoaded(let count, let reason): "\(counted(count, "weiterer Eintrag", "weitere Einträge")) nicht geladen: \(reason)"
    case .retry(let key): "\(key): erneut versuchen"
    case .notReloaded(let reason): "Neuladen fehlgeschlagen: \(reason)"
    case .changed(let name): "\(name) geändert"
    case .unchanged: "unverändert"
    case .reloading: "wird von der Quelle neu geladen…"
    case .notFound: "nicht gefunden"
    case .old(let seconds): "\(figures.age(seconds)) alt"
    case .stale: "veraltet"
    case .comparison: "Vergleich"
    case .differences(let count, let all): "\(figures.integer(count)) von \(counted(all, "Zeile", "Zeilen")) verschieden"
    case .moreBefore(let count): "‹ \(figures.integer(count)) weitere"
    case .moreAfter(let count): "\(figures.integer(count)) weitere ›"
    }
  }
}

extension German {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "ein Name, ein Wort oder kind:people mass>100"
    case .searching: "suche…"
    case .found(let count): counted(count, "Treffer", "Treffer")
    case .best(let shown, let count): "\(figures.integer(shown)) von \(figures.integer(count))"
    case .noResults(let text): "keine Treffer für „\(text)“"
    case .corrected(let text): "Ergebnisse für \(text)"
    case .coverage(let known, let all?): "\(figures.integer(known)) von \(figures.integer(all)) im Register"
    case .coverage(let known, nil): counted(known, "Eintrag im Register", "Einträge im Register")
    case .askedOrigin: "auch in der Quelle gesucht"
    case .indexNotSaved: "Register nicht gespeichert"
    case .indexFull: "Register voll"
    case .suggestions: "Vorschläge"
    case .recentSearches: "Letzte Suchen"
    case .noRecentSearches: "keine letzten Suchen"
    case .noSearchWorker(let command): "keine Suche; \(command) startet sie"
    case .namesOnly(let count): "nur Namen, \(counted(count, "Eintrag geladen", "Einträge geladen"))"
    case .nothingLoaded: "noch nichts geladen"
    case .palette: "Befehle"
    case .chooseTheme: "Farben"
    case .chooseLanguage: "Sprache"
    case .sort(let title): "\(title) sortieren nach"
    case .compareWith(let name): "\(name) vergleichen mit"
    case .pathFrom(let name): "Weg von \(name) zu"
    case .pickerPrompt: "tippen zum Eingrenzen"
    case .theme("dark"): "dunkel"
    case .theme("light"): "hell"
    case .theme("high-contrast"): "hoher Kontrast"
    case .theme("none"): "ohne Farbe"
    case .theme(let name): name
    case .path: "Weg"
    case .findingPath: "suche einen Weg…"
    case .sameRecord: "beides ist derselbe Eintrag"
    case .steps(let count): counted(count, "Schritt", "Schritte")
    case .noPath(let from, let to): "kein bekannter Weg von \(from) zu \(to)"
    case .onlyFilmsCrawl: "nur Filme haben einen Lauftext"
    case .ownCrawl: "unsere Zusammenfassung, nicht der Text des Films"
    case .compareLimit(let count): "ein Vergleich hat höchstens \(counted(count, "Eintrag", "Einträge"))"
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

extension German {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Der Bus antwortet nicht"
    case .startHint(let command): "Alles starten: \(command)"
    case .loading: "wird geladen…"
    case .uptime: "Läuft seit"
    case .requests: "Anfragen"
    case .listeners: "Zuhörer"
    case .requestRate: "Anfragen/s"
    case .fetchRate: "Abrufe/s"
    case .service: "Dienst"
    case .worker: "Arbeiter"
    case .workers: "Arbeiter"
    case .busy: "Belegt"
    case .queued: "Wartend"
    case .perSecond: "/s"
    case .timing: "Dauer"
    case .count: "Anzahl"
    case .median: "Median"
    case .p90: "p90"
    case .p99: "p99"
    case .recentP99: "p99 zuletzt"
    case .max: "Maximum"
    case .cache: "Speicher"
    case .origin: "Quelle"
    case .index: "Register"
    case .slowConsumers: "Langsam"
    case .services: "Dienste"
    case .originServers: "Server der Quelle"
    case .processes: "Prozesse"
    case .hits(let share): "\(share) Treffer"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "Eintrag" : "Einträge"), \(size)"
    case .noRequests: "noch keine Anfragen"
    case .fetches(let count): count == 0 ? "noch keine Anfragen" : counted(count, "Anfrage", "Anfragen")
    case .failed(let count): "\(number(count)) fehlgeschlagen"
    case .indexed(let count, let of): of.map { "\(number(count)) von \(number($0)) Einträgen" } ?? "\(number(count)) Einträge"
    case .complete: "vollständig"
    case .indexing: "wird aufgebaut"
    case .noWorker(let program): "keiner angemeldet; \(program) startet einen"
    case .none: "keine"
    case .unnamedPeer(let service): service.map { "ein Arbeiter von \($0)" } ?? "ein Client ohne Namen"
    case .queuedMessages(let count): "\(number(count)) wartend"
    case .droppedMessages(let count): "\(number(count)) verworfen"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}

extension German {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: alle Personen auflisten; ebenso films, planets, species, vehicles, starships
      show NAME: einen Eintrag zeigen, mit seinem Namen oder einem Verweis wie people/1
      3: Eintrag 3 öffnen
      search WORDS: in allen Einträgen suchen
      path NAME to NAME: einen Weg zwischen zwei Einträgen finden
      favourites: die Favoriten auflisten
      favourite NAME: einen Eintrag zu den Favoriten hinzufügen oder daraus entfernen
      more: mehr von einer Liste zeigen
      back: zurück
      status: den Zustand des Busses zeigen
      quit: beenden
      """
    case .unknownNumber(let number): "es gibt keinen Eintrag \(number)"
    case .unknownCommand(let line): "unbekannter Befehl „\(line)“; help eingeben"
    case .lineTooLong(let length): "eine Zeile hat höchstens \(figures.integer(length)) Bytes"
    case .more(let count): "\(count) weitere; more eingeben"
    case .noMore: "Ende der Liste"
    case .noPreviousPage: "es gibt keine vorige Seite"
    }
  }
}

extension German {
  public func say(_ phrase: ActionPhrase) -> String {
    switch phrase {
    case .up: "hoch"
    case .down: "runter"
    case .left: "links"
    case .right: "rechts"
    case .pageUp: "Seite hoch"
    case .pageDown: "Seite runter"
    case .first: "Anfang"
    case .last: "Ende"
    case .open: "öffnen"
    case .cancel: "schließen"
    case .back: "zurück"
    case .forward: "vor"
    case .nextTab: "nächster Reiter"
    case .previousTab: "voriger Reiter"
    case .tab(let number): "Reiter \(number)"
    case .search: "suchen"
    case .filter: "filtern"
    case .forget: "Suche entfernen"
    case .sort: "sortieren"
    case .reverse: "Folge umkehren"
    case .reload: "neu laden"
    case .copy: "kopieren"
    case .copyRecord: "als JSON kopieren"
    case .openOrigin: "im Browser öffnen"
    case .crawl: "Lauftext"
    case .mark: "markieren"
    case .clearMarks: "Marken entfernen"
    case .favourite: "Favorit"
    case .alternative: "nächster Weg"
    case .differences: "nur Unterschiede"
    case .restart: "neu starten"
    case .selectProcess: "wählen"
    case .showLog: "Protokoll"
    case .compare: "vergleichen"
    case .path: "Weg"
    case .zoom: "Zoom"
    case .theme: "Farben"
    case .language: "Sprache"
    case .units: "Einheiten"
    case .mouse: "Maus an oder aus"
    case .random: "zufälliger Eintrag"
    case .palette: "Befehle"
    case .help: "Hilfe"
    case .suspend: "pausieren"
    case .quit: "beenden"
    }
  }
}
