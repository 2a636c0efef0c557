/// A planet or moon. The catalogue contains one named `unknown`.
public struct Planet: Kind {
  public var name = Prose.missing
  public var rotationPeriod = Fact<Quantity<Hours>>.missing
  public var orbitalPeriod = Fact<Quantity<Days>>.missing
  public var diameter = Fact<Quantity<Kilometers>>.missing
  public var climate = Fact<WordList>.missing
  public var gravity = Fact<Gravity>.missing
  public var terrain = Fact<WordList>.missing
  public var surfaceWater = Fact<Quantity<Percent>>.missing
  public var population = Fact<Quantity<Individuals>>.missing
  public var residents = Links<Person>.missing
  public var films = Links<Film>.missing
  public var created = Fact<Timestamp>.missing
  public var edited = Fact<Timestamp>.missing

  public init() {}

  public static let kind = KindName(checked: "planets")
  public static let singular = "planet"
  public static let title = "Planets"
  public static let sortKeys = [
    "name", "population", "diameter", "gravity", "surfaceWater", "rotationPeriod", "orbitalPeriod", "residents", "films",
  ]

  public static let fields: [Field<Planet>] = [
    Field(\.name, "name", "Name"),
    Field(\.population, "population", "Population", in: "World"),
    Field(\.climate, "climate", "Climate", in: "World"),
    Field(\.terrain, "terrain", "Terrain", in: "World"),
    Field(\.surfaceWater, "surfaceWater", "Surface water", in: "World"),
    Field(\.diameter, "diameter", "Diameter", in: "Body"),
    Field(\.gravity, "gravity", "Gravity", in: "Body"),
    Field(\.rotationPeriod, "rotationPeriod", "Rotation", in: "Body"),
    Field(\.orbitalPeriod, "orbitalPeriod", "Orbit", in: "Body"),
    Field(\.residents, "residents", "Residents", in: "People"),
    Field(\.films, "films", "Films", in: "Appearing"),
    Field(\.created, "created", "Created", in: "Entry"),
    Field(\.edited, "edited", "Edited", in: "Entry"),
  ]
}
