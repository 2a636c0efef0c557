extension KindName {
  public static let starships = KindName(checked: "starships")
}

extension Kind {
  /// A craft with a hyperdrive.
  public static let starships = Kind(
    .starships, singular: "starship", title: "Starships",
    sortKeys: [
      "name", "model", "starshipClass", "manufacturer", "costInCredits", "length", "hyperdriveRating", "mglt", "maxAtmospheringSpeed",
      "crew", "passengers", "cargoCapacity", "consumables", "films",
    ],
    fields: [
      Field("name", "Name", .prose),
      Field("model", "Model", .label, in: "Starship"),
      Field("starshipClass", "Class", .label, in: "Starship"),
      Field("manufacturer", "Manufacturer", .label, in: "Starship"),
      Field("costInCredits", "Cost", .quantity(.credits), in: "Starship"),
      Field("length", "Length", .quantity(.m), in: "Performance"),
      Field("hyperdriveRating", "Hyperdrive", .quantity(.hyperdriveClass), in: "Performance", superlative: .meaningless),
      Field("mglt", "Megalights", .quantity(.megalights), in: "Performance"),
      Field("maxAtmospheringSpeed", "Speed in air", .quantity(.kilometersPerHour), in: "Performance"),
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
