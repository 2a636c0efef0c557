/// A craft without a hyperdrive: speeders, walkers, most Imperial starfighters.
public struct Vehicle: Kind {
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
  public var vehicleClass = Fact<Label>.missing
  public var pilots = Links<Person>.missing
  public var films = Links<Film>.missing
  public var created = Fact<Timestamp>.missing
  public var edited = Fact<Timestamp>.missing

  public init() {}

  public static let kind = KindName(checked: "vehicles")
  public static let singular = "vehicle"
  public static let title = "Vehicles"
  public static let sortKeys = [
    "name", "model", "vehicleClass", "manufacturer", "costInCredits", "length", "maxAtmospheringSpeed", "crew", "passengers",
    "cargoCapacity", "consumables", "films",
  ]

  public static let fields: [Field<Vehicle>] = [
    Field(\.name, "name", "Name"),
    Field(\.model, "model", "Model", in: "Vehicle"),
    Field(\.vehicleClass, "vehicleClass", "Class", in: "Vehicle"),
    Field(\.manufacturer, "manufacturer", "Manufacturer", in: "Vehicle"),
    Field(\.costInCredits, "costInCredits", "Cost", in: "Vehicle"),
    Field(\.length, "length", "Length", in: "Performance"),
    Field(\.maxAtmospheringSpeed, "maxAtmospheringSpeed", "Speed", in: "Performance"),
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
