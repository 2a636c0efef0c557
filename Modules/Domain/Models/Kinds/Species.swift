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
    Field("name", "Name", get: { $0.name }, set: { $0.name = $1 }),
    Field("classification", "Classification", in: "Species", get: { $0.classification }, set: { $0.classification = $1 }),
    Field("designation", "Designation", in: "Species", get: { $0.designation }, set: { $0.designation = $1 }),
    Field("homeworld", "Homeworld", in: "Species", get: { $0.homeworld }, set: { $0.homeworld = $1 }),
    Field("language", "Language", in: "Species", get: { $0.language }, set: { $0.language = $1 }),
    Field("averageLifespan", "Lifespan", in: "Species", get: { $0.averageLifespan }, set: { $0.averageLifespan = $1 }),
    Field("averageHeight", "Height", in: "Looks", get: { $0.averageHeight }, set: { $0.averageHeight = $1 }),
    Field("hairColors", "Hair", in: "Looks", get: { $0.hairColors }, set: { $0.hairColors = $1 }),
    Field("skinColors", "Skin", in: "Looks", get: { $0.skinColors }, set: { $0.skinColors = $1 }),
    Field("eyeColors", "Eyes", in: "Looks", get: { $0.eyeColors }, set: { $0.eyeColors = $1 }),
    Field("people", "People", in: "Appearing", get: { $0.people }, set: { $0.people = $1 }),
    Field("films", "Films", in: "Appearing", get: { $0.films }, set: { $0.films = $1 }),
    Field("created", "Created", in: "Entry", get: { $0.created }, set: { $0.created = $1 }),
    Field("edited", "Edited", in: "Entry", get: { $0.edited }, set: { $0.edited = $1 }),
  ]
}
