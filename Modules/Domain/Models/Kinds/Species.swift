/// A species; droids count as one.
public struct Species: Kind {
  public var name = Prose.missing
  public var classification = Fact<Label>.missing
  public var designation = Fact<Label>.missing
  public var averageHeight = Fact<Quantity<Centimeters>>.missing
  public var skinColors = Fact<WordList>.missing
  public var hairColors = Fact<WordList>.missing
  public var eyeColors = Fact<WordList>.missing
  public var averageLifespan = Fact<Quantity<Years>>.missing
  /// Null for species without a homeworld, such as droids.
  public var homeworld = Link<Planet>.missing
  public var language = Fact<Label>.missing
  public var people = Links<Person>.missing
  public var films = Links<Film>.missing
  public var created = Fact<Timestamp>.missing
  public var edited = Fact<Timestamp>.missing

  public init() {}

  public static let kind = KindName(checked: "species")
  public static let singular = "species"
  public static let title = "Species"
  public static let sortKeys = ["name", "classification", "averageHeight", "averageLifespan", "language", "people", "films"]

  public static let fields: [Field<Species>] = [
    Field(\.name, "name", "Name"),
    Field(\.classification, "classification", "Classification", in: "Species"),
    Field(\.designation, "designation", "Designation", in: "Species"),
    Field(\.homeworld, "homeworld", "Homeworld", in: "Species"),
    Field(\.language, "language", "Language", in: "Species"),
    Field(\.averageLifespan, "averageLifespan", "Lifespan", in: "Species"),
    Field(\.averageHeight, "averageHeight", "Height", in: "Looks"),
    Field(\.hairColors, "hairColors", "Hair", in: "Looks"),
    Field(\.skinColors, "skinColors", "Skin", in: "Looks"),
    Field(\.eyeColors, "eyeColors", "Eyes", in: "Looks"),
    Field(\.people, "people", "People", in: "Appearing"),
    Field(\.films, "films", "Films", in: "Appearing"),
    Field(\.created, "created", "Created", in: "Entry"),
    Field(\.edited, "edited", "Edited", in: "Entry"),
  ]
}
