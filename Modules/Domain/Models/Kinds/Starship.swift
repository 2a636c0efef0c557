/// A craft with a hyperdrive.
public struct Starship: Kind {
  public var name = Prose.missing
  public var model = Fact<Label>.missing
  public var manufacturer = Fact<Label>.missing
  public var costInCredits = Fact<Quantity<Credits>>.missing
  public var length = Fact<Quantity<Meters>>.missing
  public var maxAtmospheringSpeed = Fact<Quantity<KilometersPerHour>>.missing
  public var crew = Fact<Quantity<Individuals>>.missing
  public var passengers = Fact<Quantity<Individuals>>.missing
  public var cargoCapacity = Fact<Quantity<Kilograms>>.missing
  public var consumables = Fact<Endurance>.missing
  public var hyperdriveRating = Fact<Quantity<HyperdriveClass>>.missing
  /// Speed in megalights per hour.
  public var mglt = Fact<Quantity<Megalights>>.missing
  public var starshipClass = Fact<Label>.missing
  public var pilots = Links<Person>.missing
  public var films = Links<Film>.missing
  public var created = Fact<Timestamp>.missing
  public var edited = Fact<Timestamp>.missing

  public init() {}

  public static let kind = KindName(checked: "starships")
  public static let singular = "starship"
  public static let title = "Starships"
  public static let sortKeys = [
    "name", "model", "starshipClass", "manufacturer", "costInCredits", "length", "hyperdriveRating", "mglt", "maxAtmospheringSpeed",
    "crew", "passengers", "cargoCapacity", "consumables", "films",
  ]

  public static let fields: [Field<Starship>] = [
    Field(\.name, "name", "Name"),
    Field(\.model, "model", "Model", in: "Starship"),
    Field(\.starshipClass, "starshipClass", "Class", in: "Starship"),
    Field(\.manufacturer, "manufacturer", "Manufacturer", in: "Starship"),
    Field(\.costInCredits, "costInCredits", "Cost", in: "Starship"),
    Field(\.length, "length", "Length", in: "Performance"),
    Field(\.hyperdriveRating, "hyperdriveRating", "Hyperdrive", in: "Performance"),
    Field(\.mglt, "mglt", "Megalights", in: "Performance"),
    Field(\.maxAtmospheringSpeed, "maxAtmospheringSpeed", "Speed in air", in: "Performance"),
    Field(\.crew, "crew", "Crew", in: "Capacity"),
    Field(\.passengers, "passengers", "Passengers", in: "Capacity"),
    Field(\.cargoCapacity, "cargoCapacity", "Cargo", in: "Capacity"),
    Field(\.consumables, "consumables", "Supplies for", in: "Capacity"),
    Field(\.pilots, "pilots", "Pilots", in: "Appearing"),
    Field(\.films, "films", "Films", in: "Appearing"),
    Field(\.created, "created", "Created", in: "Entry"),
    Field(\.edited, "edited", "Edited", in: "Entry"),
  ]
}
