/// A character, including droids.
public struct Person: Kind {
  public var name = Prose.missing
  public var height = Fact<Quantity<Centimeters>>.missing
  public var mass = Fact<Quantity<Kilograms>>.missing
  public var hairColor = Fact<WordList>.missing
  public var skinColor = Fact<WordList>.missing
  public var eyeColor = Fact<WordList>.missing
  public var birthYear = Fact<BirthYear>.missing
  public var gender = Fact<Label>.missing
  public var homeworld = Link<Planet>.missing
  public var films = Links<Film>.missing
  /// Empty for humans in the data of most origins.
  public var species = Links<Species>.missing
  public var vehicles = Links<Vehicle>.missing
  public var starships = Links<Starship>.missing
  public var created = Fact<Timestamp>.missing
  public var edited = Fact<Timestamp>.missing

  public init() {}

  public static let kind = KindName(checked: "people")
  public static let singular = "person"
  public static let aliases = ["characters", "character"]
  public static let title = "People"
  public static let sortKeys = ["name", "height", "mass", "birthYear", "gender", "films"]

  public static let fields: [Field<Person>] = [
    Field("name", "Name", get: { $0.name }, set: { $0.name = $1 }),
    Field("birthYear", "Born", in: "Person", superlative: .bornLast, get: { $0.birthYear }, set: { $0.birthYear = $1 }),
    Field("gender", "Gender", in: "Person", get: { $0.gender }, set: { $0.gender = $1 }),
    Field("species", "Species", in: "Person", get: { $0.species }, set: { $0.species = $1 }),
    Field("homeworld", "Homeworld", in: "Person", get: { $0.homeworld }, set: { $0.homeworld = $1 }),
    Field("height", "Height", in: "Looks", get: { $0.height }, set: { $0.height = $1 }),
    Field("mass", "Mass", in: "Looks", get: { $0.mass }, set: { $0.mass = $1 }),
    Field("hairColor", "Hair", in: "Looks", get: { $0.hairColor }, set: { $0.hairColor = $1 }),
    Field("skinColor", "Skin", in: "Looks", get: { $0.skinColor }, set: { $0.skinColor = $1 }),
    Field("eyeColor", "Eyes", in: "Looks", get: { $0.eyeColor }, set: { $0.eyeColor = $1 }),
    Field("films", "Films", in: "Appearing", get: { $0.films }, set: { $0.films = $1 }),
    Field("vehicles", "Vehicles", in: "Piloting", get: { $0.vehicles }, set: { $0.vehicles = $1 }),
    Field("starships", "Starships", in: "Piloting", get: { $0.starships }, set: { $0.starships = $1 }),
    Field("created", "Created", in: "Entry", get: { $0.created }, set: { $0.created = $1 }),
    Field("edited", "Edited", in: "Entry", get: { $0.edited }, set: { $0.edited = $1 }),
  ]
}
