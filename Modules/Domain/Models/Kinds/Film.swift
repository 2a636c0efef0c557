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
  public static let title = "Films"
  public static let sortKeys = ["episode", "title", "releaseDate", "director"]

  public static let fields: [Field<Film>] = [
    Field(\.title, "title", "Title"),
    Field(\.episode, "episode", "Episode", in: "Film"),
    Field(\.releaseDate, "releaseDate", "Released", in: "Film"),
    Field(\.director, "director", "Director", in: "Film"),
    Field(\.producer, "producer", "Producer", in: "Film"),
    Field(\.openingCrawl, "openingCrawl", "Opening crawl", in: "Opening crawl"),
    Field(\.characters, "characters", "Characters", in: "Appearing"),
    Field(\.planets, "planets", "Planets", in: "Appearing"),
    Field(\.species, "species", "Species", in: "Appearing"),
    Field(\.vehicles, "vehicles", "Vehicles", in: "Appearing"),
    Field(\.starships, "starships", "Starships", in: "Appearing"),
    Field(\.created, "created", "Created", in: "Entry"),
    Field(\.edited, "edited", "Edited", in: "Entry"),
  ]
}
