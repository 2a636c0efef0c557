extension KindName {
  public static let planets = KindName(checked: "planets")
}

extension Kind {
  /// A planet or moon. The catalogue contains one named `unknown`.
  public static let planets = Kind(
    .planets, singular: "planet", title: "Planets",
    sortKeys: [
      "name", "population", "climate", "terrain", "diameter", "gravity", "surfaceWater", "rotationPeriod", "orbitalPeriod", "residents",
      "films",
    ],
    fields: [
      Field("name", "Name", .prose),
      Field("population", "Population", .quantity(.individuals), in: "World"),
      Field("climate", "Climate", .words, in: "World"),
      Field("terrain", "Terrain", .words, in: "World"),
      Field("surfaceWater", "Surface water", .quantity(.percent), in: "World"),
      Field("diameter", "Diameter", .quantity(.km), in: "Body"),
      Field("gravity", "Gravity", .gravity, in: "Body"),
      Field("rotationPeriod", "Rotation", .quantity(.hours), in: "Body", superlative: .longestRotation),
      Field("orbitalPeriod", "Orbit", .quantity(.days), in: "Body", superlative: .longestOrbit),
      Field("residents", "Residents", .links(.people), in: "People"),
      Field("films", "Films", .links(.films), in: "Appearing"),
      Field("created", "Created", .timestamp, in: "Entry"),
      Field("edited", "Edited", .timestamp, in: "Entry"),
    ])
}
