/// A film.
public struct Film: Kind {
  public var title = Prose.missing
  public var episode = Episode.missing
  public var openingCrawl = Prose.missing
  public var director = Fact<WordList>.missing
  public var producer = Fact<WordList>.missing
  public var releaseDate = Fact<CalendarDate>.missing
  public var characters = Links<Person>.missing
  public var planets = Links<Planet>.missing
  public var starships = Links<Starship>.missing
  public var vehicles = Links<Vehicle>.missing
  public var species = Links<Species>.missing
  public var created = Fact<Timestamp>.missing
  public var edited = Fact<Timestamp>.missing

  public init() {}

  public var name: Prose { title }

  public static let kind = KindName(checked: "films")
  public static let singular = "film"
  public static let aliases = ["movies", "movie"]
  public static let title = "Films"
  public static let sortKeys = ["episode", "title", "releaseDate", "director"]

  public static let fields: [Field<Film>] = [
    Field("title", "Title", get: { $0.title }, set: { $0.title = $1 }),
    Field("episode", "Episode", in: "Film", superlative: .meaningless, get: { $0.episode }, set: { $0.episode = $1 }),
    Field("releaseDate", "Released", in: "Film", get: { $0.releaseDate }, set: { $0.releaseDate = $1 }),
    Field("director", "Director", in: "Film", get: { $0.director }, set: { $0.director = $1 }),
    Field("producer", "Producer", in: "Film", get: { $0.producer }, set: { $0.producer = $1 }),
    Field("openingCrawl", "Opening crawl", in: "Opening crawl", get: { $0.openingCrawl }, set: { $0.openingCrawl = $1 }),
    Field("characters", "Characters", in: "Appearing", get: { $0.characters }, set: { $0.characters = $1 }),
    Field("planets", "Planets", in: "Appearing", get: { $0.planets }, set: { $0.planets = $1 }),
    Field("species", "Species", in: "Appearing", get: { $0.species }, set: { $0.species = $1 }),
    Field("vehicles", "Vehicles", in: "Appearing", get: { $0.vehicles }, set: { $0.vehicles = $1 }),
    Field("starships", "Starships", in: "Appearing", get: { $0.starships }, set: { $0.starships = $1 }),
    Field("created", "Created", in: "Entry", get: { $0.created }, set: { $0.created = $1 }),
    Field("edited", "Edited", in: "Entry", get: { $0.edited }, set: { $0.edited = $1 }),
  ]
}
