extension KindName {
  public static let vehicles = KindName(checked: "vehicles")
}

extension Kind {
  /// A craft without a hyperdrive: speeders, walkers, most Imperial starfighters.
  public static let vehicles = Kind(
    .vehicles, singular: "vehicle", title: "Vehicles",
    sortKeys: [
      "name", "model", "vehicleClass", "manufacturer", "costInCredits", "length", "maxAtmospheringSpeed", "crew", "passengers",
      "cargoCapacity", "consumables", "films",
    ],
    fields: [
      Field("name", "Name", .prose),
      Field("model", "Model", .label, in: "Vehicle"),
      Field("vehicleClass", "Class", .label, in: "Vehicle"),
      Field("manufacturer", "Manufacturer", .label, in: "Vehicle"),
      Field("costInCredits", "Cost", .quantity(.credits), in: "Vehicle"),
      Field("length", "Length", .quantity(.m), in: "Performance"),
      Field("maxAtmospheringSpeed", "Speed", .quantity(.kilometersPerHour), in: "Performance"),
      Field("crew", "Crew", .quantity(.individuals), in: "Capacity", superlative: .largestCrew),
      Field("passengers", "Passengers", .quantity(.individuals), in: "Capacity", superlative: .mostPassengers),
      Field("cargoCapacity", "Cargo", .quantity(.kg), in: "Capacity"),
      Field("consumables", "Supplies for", .endurance, in: "Capacity", superlative: .longestSupplies),
      Field("pilots", "Pilots", .links(.people), in: "Appearing"),
      Field("films", "Films", .links(.films), in: "Appearing"),
      Field("created", "Created", .timestamp, in: "Entry"),
      Field("edited", "Edited", .timestamp, in: "Entry"),
    ])
}
