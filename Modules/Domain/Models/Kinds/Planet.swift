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
    "name", "population", "climate", "terrain", "diameter", "gravity", "surfaceWater", "rotationPeriod", "orbitalPeriod", "residents",
    "films",
  ]

  public static let fields: [Field<Planet>] = [
    Field("name", "Name", get: { $0.name }, set: { $0.name = $1 }),
    Field("population", "Population", in: "World", get: { $0.population }, set: { $0.population = $1 }),
    Field("climate", "Climate", in: "World", get: { $0.climate }, set: { $0.climate = $1 }),
    Field("terrain", "Terrain", in: "World", get: { $0.terrain }, set: { $0.terrain = $1 }),
    Field("surfaceWater", "Surface water", in: "World", get: { $0.surfaceWater }, set: { $0.surfaceWater = $1 }),
    Field("diameter", "Diameter", in: "Body", get: { $0.diameter }, set: { $0.diameter = $1 }),
    Field("gravity", "Gravity", in: "Body", get: { $0.gravity }, set: { $0.gravity = $1 }),
    Field(
      "rotationPeriod", "Rotation", in: "Body", superlative: .longestRotation, get: { $0.rotationPeriod }, set: { $0.rotationPeriod = $1 }),
    Field("orbitalPeriod", "Orbit", in: "Body", superlative: .longestOrbit, get: { $0.orbitalPeriod }, set: { $0.orbitalPeriod = $1 }),
    Field("residents", "Residents", in: "People", get: { $0.residents }, set: { $0.residents = $1 }),
    Field("films", "Films", in: "Appearing", get: { $0.films }, set: { $0.films = $1 }),
    Field("created", "Created", in: "Entry", get: { $0.created }, set: { $0.created = $1 }),
    Field("edited", "Edited", in: "Entry", get: { $0.edited }, set: { $0.edited = $1 }),
  ]
}
