/// A species, droids among them.
public struct Species: Kind {
  public var name = Prose.missing
  public var classification = Fact<Label>.missing
  public var designation = Fact<Label>.missing
  public var averageHeight = Fact<Quantity<Centimeters>>.missing
  public var skinColors = Fact<Terms>.missing
  public var hairColors = Fact<Terms>.missing
  public var eyeColors = Fact<Terms>.missing
  public var averageLifespan = Fact<Quantity<Years>>.missing
  /// Null where a species comes from nowhere, as droids do.
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
