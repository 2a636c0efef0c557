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
    Field("name", "Name", get: { $0.name }, set: { $0.name = $1 }),
    Field("model", "Model", in: "Vehicle", get: { $0.model }, set: { $0.model = $1 }),
    Field("vehicleClass", "Class", in: "Vehicle", get: { $0.vehicleClass }, set: { $0.vehicleClass = $1 }),
    Field("manufacturer", "Manufacturer", in: "Vehicle", get: { $0.manufacturer }, set: { $0.manufacturer = $1 }),
    Field("costInCredits", "Cost", in: "Vehicle", get: { $0.costInCredits }, set: { $0.costInCredits = $1 }),
    Field("length", "Length", in: "Performance", get: { $0.length }, set: { $0.length = $1 }),
    Field("maxAtmospheringSpeed", "Speed", in: "Performance", get: { $0.maxAtmospheringSpeed }, set: { $0.maxAtmospheringSpeed = $1 }),
    Field("crew", "Crew", in: "Capacity", superlative: .largestCrew, get: { $0.crew }, set: { $0.crew = $1 }),
    Field("passengers", "Passengers", in: "Capacity", superlative: .mostPassengers, get: { $0.passengers }, set: { $0.passengers = $1 }),
    Field("cargoCapacity", "Cargo", in: "Capacity", get: { $0.cargoCapacity }, set: { $0.cargoCapacity = $1 }),
    Field(
      "consumables", "Supplies for", in: "Capacity", superlative: .longestSupplies, get: { $0.consumables }, set: { $0.consumables = $1 }),
    Field("pilots", "Pilots", in: "Appearing", get: { $0.pilots }, set: { $0.pilots = $1 }),
    Field("films", "Films", in: "Appearing", get: { $0.films }, set: { $0.films = $1 }),
    Field("created", "Created", in: "Entry", get: { $0.created }, set: { $0.created = $1 }),
    Field("edited", "Edited", in: "Entry", get: { $0.edited }, set: { $0.edited = $1 }),
  ]
}
