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
  public static let title = "People"
  public static let sortKeys = ["name", "height", "mass", "birthYear", "gender", "films"]

  public static let fields: [Field<Person>] = [
    Field(\.name, "name", "Name"),
    Field(\.birthYear, "birthYear", "Born", in: "Person"),
    Field(\.gender, "gender", "Gender", in: "Person"),
    Field(\.species, "species", "Species", in: "Person"),
    Field(\.homeworld, "homeworld", "Homeworld", in: "Person"),
    Field(\.height, "height", "Height", in: "Looks"),
    Field(\.mass, "mass", "Mass", in: "Looks"),
    Field(\.hairColor, "hairColor", "Hair", in: "Looks"),
    Field(\.skinColor, "skinColor", "Skin", in: "Looks"),
    Field(\.eyeColor, "eyeColor", "Eyes", in: "Looks"),
    Field(\.films, "films", "Films", in: "Appearing"),
    Field(\.vehicles, "vehicles", "Vehicles", in: "Piloting"),
    Field(\.starships, "starships", "Starships", in: "Piloting"),
    Field(\.created, "created", "Created", in: "Entry"),
    Field(\.edited, "edited", "Edited", in: "Entry"),
  ]
}
